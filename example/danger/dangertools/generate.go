package dangertools

//go:generate go tool toolgen generate ../../../schemas/danger.tools.json
