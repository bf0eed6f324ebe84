[
  inputs: ["{mix,.formatter,testee}.exs", "{lib,mix,test,scripts}/**/*.{ex,exs}"],
  line_length: 110
]
