package ecma

import (
	"strings"
	"sync"
	"unicode"
)

// The names that ECMA-262 takes from PropertyValueAliases.txt and its own table of binary
// properties (https://tc39.es/ecma262/#table-binary-unicode-properties). Each word is a name of
// Go's tables and, after colons, its further spellings.

// category returns the short name of a General_Category.
func category(name string) (short string, ok bool) {
	if short, ok = unicode.CategoryAliases[name]; ok {
		return short, true
	}
	if _, ok = unicode.Categories[name]; ok {
		return name, true
	}
	return "", false
}

// scripts maps each spelling of a script to its name in package unicode. Only scripts that
// every supported Go release has are here, because a name that a release lacks would fail at
// run time.
var scripts = sync.OnceValue(func() map[string]string { return spellings(scriptNames) })

// binaryProperties maps each spelling of a binary property, beside the fixed ones, to its long
// name. Their tables are those of regexp2.
var binaryProperties = sync.OnceValue(func() map[string]string { return spellings(binaryNames) })

// spellings spreads a table of names out.
func spellings(table string) map[string]string {
	m := map[string]string{}
	for _, word := range strings.Fields(table) {
		names := strings.Split(word, ":")
		for _, n := range names {
			m[n] = names[0]
		}
	}
	return m
}

const binaryNames = `
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

const scriptNames = `
	Adlam:Adlm Ahom Anatolian_Hieroglyphs:Hluw Arabic:Arab Armenian:Armn Avestan:Avst Balinese:Bali
	Bamum:Bamu Bassa_Vah:Bass Batak:Batk Bengali:Beng Bhaiksuki:Bhks Bopomofo:Bopo Brahmi:Brah
	Braille:Brai Buginese:Bugi Buhid:Buhd Canadian_Aboriginal:Cans Carian:Cari
	Caucasian_Albanian:Aghb Chakma:Cakm Cham Cherokee:Cher Chorasmian:Chrs Common:Zyyy
	Coptic:Copt:Qaac Cuneiform:Xsux Cypriot:Cprt Cypro_Minoan:Cpmn Cyrillic:Cyrl Deseret:Dsrt
	Devanagari:Deva Dives_Akuru:Diak Dogra:Dogr Duployan:Dupl Egyptian_Hieroglyphs:Egyp
	Elbasan:Elba Elymaic:Elym Ethiopic:Ethi Georgian:Geor Glagolitic:Glag Gothic:Goth Grantha:Gran
	Greek:Grek Gujarati:Gujr Gunjala_Gondi:Gong Gurmukhi:Guru Han:Hani Hangul:Hang
	Hanifi_Rohingya:Rohg Hanunoo:Hano Hatran:Hatr Hebrew:Hebr Hiragana:Hira Imperial_Aramaic:Armi
	Inherited:Qaai:Zinh Inscriptional_Pahlavi:Phli Inscriptional_Parthian:Prti Javanese:Java
	Kaithi:Kthi Kannada:Knda Katakana:Kana Kawi Kayah_Li:Kali Kharoshthi:Khar
	Khitan_Small_Script:Kits Khmer:Khmr Khojki:Khoj Khudawadi:Sind Lao:Laoo Latin:Latn Lepcha:Lepc
	Limbu:Limb Linear_A:Lina Linear_B:Linb Lisu Lycian:Lyci Lydian:Lydi Mahajani:Mahj Makasar:Maka
	Malayalam:Mlym Mandaic:Mand Manichaean:Mani Marchen:Marc Masaram_Gondi:Gonm Medefaidrin:Medf
	Meetei_Mayek:Mtei Mende_Kikakui:Mend Meroitic_Cursive:Merc Meroitic_Hieroglyphs:Mero Miao:Plrd
	Modi Mongolian:Mong Mro:Mroo Multani:Mult Myanmar:Mymr Nabataean:Nbat Nag_Mundari:Nagm
	Nandinagari:Nand New_Tai_Lue:Talu Newa Nko:Nkoo Nushu:Nshu Nyiakeng_Puachue_Hmong:Hmnp
	Ogham:Ogam Ol_Chiki:Olck Old_Hungarian:Hung Old_Italic:Ital Old_North_Arabian:Narb
	Old_Permic:Perm Old_Persian:Xpeo Old_Sogdian:Sogo Old_South_Arabian:Sarb Old_Turkic:Orkh
	Old_Uyghur:Ougr Oriya:Orya Osage:Osge Osmanya:Osma Pahawh_Hmong:Hmng Palmyrene:Palm
	Pau_Cin_Hau:Pauc Phags_Pa:Phag Phoenician:Phnx Psalter_Pahlavi:Phlp Rejang:Rjng Runic:Runr
	Samaritan:Samr Saurashtra:Saur Sharada:Shrd Shavian:Shaw Siddham:Sidd SignWriting:Sgnw
	Sinhala:Sinh Sogdian:Sogd Sora_Sompeng:Sora Soyombo:Soyo Sundanese:Sund Syloti_Nagri:Sylo
	Syriac:Syrc Tagalog:Tglg Tagbanwa:Tagb Tai_Le:Tale Tai_Tham:Lana Tai_Viet:Tavt Takri:Takr
	Tamil:Taml Tangsa:Tnsa Tangut:Tang Telugu:Telu Thaana:Thaa Thai Tibetan:Tibt Tifinagh:Tfng
	Tirhuta:Tirh Toto Ugaritic:Ugar Vai:Vaii Vithkuqi:Vith Wancho:Wcho Warang_Citi:Wara Yezidi:Yezi
	Yi:Yiii Zanabazar_Square:Zanb`
