package codertools

//go:generate go tool toolgen generate ../../../schemas/coder.tools.json
