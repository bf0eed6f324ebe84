[
  inputs: ["{mix,.formatter}.exs", "{lib,test,mix,bench}/**/*.{ex,exs}"],
  line_length: 120
]
