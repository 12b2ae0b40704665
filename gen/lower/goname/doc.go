// Package goname makes Go names of foreign ones: of tools, keys, values and titles.
package goname
