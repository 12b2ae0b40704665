package formats

import (
	"strings"
	"sync"
	"unicode"
)

// Unicode properties allowed in patterns, as in the generator. ECMA-262 requires their names exactly.

// isUnicodeProperty reports whether text is valid in \p{…}.
func isUnicodeProperty(text string) bool {
	name, value, hasValue := strings.Cut(text, "=")
	switch {
	case !hasValue:
		return isCategory(name) || otherNames()[name] == &unicodeBinary
	case name == "General_Category" || name == "gc":
		return isCategory(value)
	case name == "Script" || name == "sc" || name == "Script_Extensions" || name == "scx":
		return unicode.Scripts[value] != nil || otherNames()[value] == &shortScripts
	}
	return false
}

// isCategory reports whether a name is one of a General_Category.
func isCategory(name string) bool {
	return unicode.Categories[name] != nil || unicode.CategoryAliases[name] != ""
}

// otherNames maps each name that package unicode does not have to its list, on first use.
var otherNames = sync.OnceValue(func() map[string]*string {
	lists := map[string]*string{}
	for _, list := range []*string{&unicodeBinary, &shortScripts} {
		for name := range strings.FieldsFuncSeq(*list, func(r rune) bool { return r == ':' || r <= ' ' }) {
			lists[name] = list
		}
	}
	return lists
})

// unicodeBinary are the binary properties. Each entry lists all spellings of one.
var unicodeBinary = `
	ASCII ASCII_Hex_Digit:AHex Any Assigned Hex_Digit:Hex Join_Control:Join_C Noncharacter_Code_Point:NChar
	Pattern_White_Space:Pat_WS Regional_Indicator:RI White_Space:space
	Alphabetic:Alpha Bidi_Control:Bidi_C Bidi_Mirrored:Bidi_M Case_Ignorable:CI Cased
	Changes_When_Casefolded:CWCF Changes_When_Casemapped:CWCM Changes_When_Lowercased:CWL
	Changes_When_NFKC_Casefolded:CWKCF Changes_When_Titlecased:CWT Changes_When_Uppercased:CWU
	Dash Default_Ignorable_Code_Point:DI Deprecated:Dep Diacritic:Dia Emoji Emoji_Component:EComp
	Emoji_Modifier:EMod Emoji_Modifier_Base:EBase Emoji_Presentation:EPres
	Extended_Pictographic:ExtPict Extender:Ext Grapheme_Base:Gr_Base Grapheme_Extend:Gr_Ext
	ID_Continue:IDC ID_Start:IDS IDS_Binary_Operator:IDSB IDS_Trinary_Operator:IDST
	Ideographic:Ideo Logical_Order_Exception:LOE Lowercase:Lower Math Pattern_Syntax:Pat_Syn
	Quotation_Mark:QMark Radical Sentence_Terminal:STerm Soft_Dotted:SD Terminal_Punctuation:Term
	Unified_Ideograph:UIdeo Uppercase:Upper Variation_Selector:VS XID_Continue:XIDC XID_Start:XIDS`

// shortScripts are the short names of scripts, and names of scripts without a table.
var shortScripts = `
	Adlm Hluw Arab Armn Avst Bali Bamu Bass Batk Beng Bhks Bopo Brah Brai Bugi Buhd Cans Cari Aghb Cakm Cher
	Chrs Zyyy Copt Qaac Xsux Cprt Cpmn Cyrl Dsrt Deva Diak Dogr Dupl Egyp Elba Elym Ethi Geor Glag Goth Gran
	Grek Gujr Gong Guru Hani Hang Rohg Hano Hatr Hebr Hira Armi Qaai Zinh Phli Prti Java Kthi Knda Kana Kali
	Khar Kits Khmr Khoj Sind Laoo Latn Lepc Limb Lina Linb Lyci Lydi Mahj Maka Mlym Mand Mani Marc Gonm Medf
	Mtei Mend Merc Mero Plrd Mong Mroo Mult Mymr Nbat Nagm Nand Talu Nkoo Nshu Hmnp Ogam Olck Hung Ital Narb
	Perm Xpeo Sogo Sarb Orkh Ougr Orya Osge Osma Hmng Palm Pauc Phag Phnx Phlp Rjng Runr Samr Saur Shrd Shaw
	Sidd Sgnw Sinh Sogd Sora Soyo Sund Sylo Syrc Tglg Tagb Tale Lana Tavt Takr Taml Tnsa Tang Telu Thaa Tibt
	Tfng Tirh Ugar Vaii Vith Wcho Wara Yezi Yiii Zanb Katakana_Or_Hiragana Hrkt Unknown Zzzz`
