// Package rules reads what the owner of an agent says about tools beyond their schemas: overlay
// files, the inline keyword x-toolgen, and Kubernetes' x-kubernetes-validations.
//
// [Read] reads an overlay file. [Apply] merges annotations into copies of the tools' schema trees
// before they are lowered, so that every later stage finds all that is known of a value in one
// place: JSON Schema keywords become keywords of the node that they are for, everything else
// becomes a member of its x-toolgen object. [Applied.Finish] then completes the lowered model:
// what a call needs before it runs, and the remedies, which are checked.
//
// What a reference leads to that others use too is copied before it is changed, and the tree
// of the source stays as it is. Merged nodes keep the positions of the file that they come from.
//
// Nothing is dropped without a word: an annotation that names a tool, a field or a keyword that
// is not there is an error with the nearest name, and one that cannot have an effect where it
// stands is one too.
package rules
