// Package goname derives Go names from foreign names: of tools, keys, values and titles.
package goname
