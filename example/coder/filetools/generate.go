package filetools

//go:generate go tool toolgen generate ../../../schemas/files.tools.json
