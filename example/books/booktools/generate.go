package booktools

//go:generate go tool toolgen generate ../../../schemas/books.tools.json --rules ../../../schemas/books.rules.yaml
