package tooldef

import "github.com/toolgen/toolgen/gen/model"

// Tool is one tool definition as its source wrote it, its schemas normalised.
type Tool struct {
	Name        string // for a bare schema: --type, else its title, else the file's name
	Title       string
	Description string
	Pos         model.Pos
	Pointer     string // JSON Pointer of the definition in its document
	Source      string // the source's name, as the user gave it
	// Document counts the documents of a source that holds several, from 0: the lines of a JSONL
	// file, the documents of a YAML stream.
	Document    int
	Envelope    Envelope
	Input       *Node // the input schema; never nil after Read (an absent one is an empty object schema)
	Output      *Node // the output schema, or nil
	Annotations model.Annotations
	// Advertised is the input schema as models are to see it; nil is Input.
	Advertised *Node
	// Marked is Advertised with the fields that the server fills, and with the marks of fields that are
	// sensitive, filled by the server, or asked for in words of their own; nil where there are none.
	Marked *Node
	// Broken says that the tool has a fault, which was reported and, where it is a keyword, taken out
	// of the schema. Nothing may be generated of it.
	Broken bool
}
