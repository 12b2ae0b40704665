// Package rules reads annotations of tools beyond their schemas: overlay files, the inline keyword
// x-toolgen, and Kubernetes' x-kubernetes-validations.
//
// [Read] parses an overlay file. [Apply] merges annotations into copies of the tools' schema trees before
// lowering, so that later stages find everything in one place: JSON Schema keywords become keywords of the
// annotated node, all other words become members of its x-toolgen object. [Applied.Finish] then completes
// the lowered model with rules, confirmation and remedies, and checks them.
//
// Shared definitions are copied before they are changed, and the source tree is never modified. Merged
// nodes keep the positions of the file they come from.
//
// Nothing is ignored silently: an annotation of an unknown tool, field or keyword is an error with the
// nearest name, and so is one that cannot have an effect.
package rules
