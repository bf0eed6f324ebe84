[
  inputs: ["**/*.exs"],
  line_length: 120
]
