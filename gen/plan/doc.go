// Package plan decides what is checked of the values of a tool, in which order and in which form.
//
// A [Plan] is computed once from the model of a tool and does not change. Its parts are plain values:
//
//   - [Schema] is the check of a value of any type: what gen/golang prints as a function of an any.
//   - [Type] are the decisions for a Go type: whether it has methods, what its decode method checks ([Own]), and the
//     constraints on a struct as a whole ([Relation]).
//   - [Reads] are the fields that must be sound before a constraint says anything.
//   - [Seen] are the steps that find out what unevaluatedProperties and unevaluatedItems apply to.
//
// gen/golang prints these values, and gen/dynamic interprets them. A form never leaves a check out.
//
// What a tool is, how an object is read and how a variant is chosen are the specs that the runtime reads. Of gen/, the package
// imports package model only.
package plan
