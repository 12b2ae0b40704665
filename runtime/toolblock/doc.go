// Package toolblock reads tool calls that a model writes into its text as fenced blocks:
//
//	I'll create the file.
//	```json
//	{"tool": "write_file", "path": "main.go", "content": "package main\n"}
//	```
package toolblock
