import { isRuleStopWord } from '../text/stop-words.ts'
import { stemOf } from '../text/words.ts'

/** The stems of the words that identify a rule, without duplicates, in order. */
export function ruleWords(text: string): readonly string[] {
  const found = new Set<string>()
  for (const [word] of text.slice(0, FAR).toLowerCase().replaceAll('’', "'").matchAll(WORD)) {
    const bare = word.replace(/^[-.]{1,9}|[-.']{1,9}$/g, '')
    if (bare.length > 1 && !isRuleStopWord(bare)) found.add(stemOf(bare))
  }
  return [...found]
}

const FAR = 2000
const WORD = /[\p{L}\p{N}_@#][\p{L}\p{N}_.+#'/-]{0,40}/gu

const LANGUAGES: readonly (readonly [name: string, says: RegExp])[] = [
  ['TypeScript', /\b(?:typescript|tsx?|tsconfig|\w{1,60}\.tsx?)\b/i],
  ['JavaScript', /\b(?:javascript|jsx|\w{1,60}\.(?:js|jsx|mjs|cjs))\b/i],
  ['Python', /\b(?:python3?|pytest|pep ?8|\w{1,60}\.py)\b/i],
  [
    'Go',
    /\b(?:golang|gofmt|goroutines?|go (?:code|tests?|files?|modules?|packages?|projects?)|in go\b|\w{1,60}\.go)\b/i,
  ],
  ['Rust', /\b(?:rust|cargo|clippy|\w{1,60}\.rs)\b/i],
  ['Java', /\b(?:java|junit|\w{1,60}\.java)\b/i],
  ['Kotlin', /\b(?:kotlin|\w{1,60}\.kt)\b/i],
  ['Swift', /\b(?:swiftui|swift (?:code|files?)|\w{1,60}\.swift)\b/i],
  ['C++', /\bc\+\+(?!\w)|\b\w{1,60}\.(?:cpp|hpp|cc)\b/i],
  ['C#', /\bc#(?!\w)|\b\w{1,60}\.cs\b/i],
  ['Ruby', /\b(?:ruby|rspec|\w{1,60}\.rb)\b/i],
  ['PHP', /\b(?:php|\w{1,60}\.php)\b/i],
  ['Shell', /\b(?:bash scripts?|shell scripts?|shellcheck|\w{1,60}\.sh)\b/i],
  ['SQL', /\b(?:sql|\w{1,60}\.sql)\b/i],
  ['CSS', /\b(?:css|tailwind|\w{1,60}\.s?css)\b/i],
]

/** The programming language that the text mentions; undefined if it mentions two. */
export function languageIn(text: string): string | undefined {
  const short = text.slice(0, FAR)
  const found = LANGUAGES.filter(([, says]) => says.test(short))
  return found.length === 1 ? found[0]?.[0] : undefined
}

/** Whether a rule demands or forbids something. "Never X without Y" demands Y. */
export function polarityOf(text: string): 'do' | 'leave' {
  const plain = text.slice(0, FAR).toLowerCase().replaceAll('’', "'")
  return LEAVES.test(plain) && !WITHOUT.test(plain) ? 'leave' : 'do'
}
const LEAVES =
  /^(?:\W{0,4}(?:(?:please|and|also|nope|again|you|we|i|rules?:?|just|really|but|so|ok|okay|no),? ){0,4})(?:never|do not|don'?t|must not|mustn'?t|should not|shouldn'?t|should never|must never|can'?t|cannot|may not|stop|quit|avoid|refrain)\b|^(?:please,? )?no (?!longer|need)[a-z]|\b(?:should|must|may|shall) (?:not|never)\b|\b(?:shouldn'?t|mustn'?t)\b|\bnever\b/
const WITHOUT = /\b(?:without|unless|until)\b/

/** Stems that have the same meaning in rules about code. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  `repository=repo; directory=folder; directori=folder; dir=folder; docs=doc; documentation=doc; document=doc; documents=doc
  remov=delet; drop=delet; eras=delet; creat=add; introduc=add; append=add; insert=add; execut=run; invok=run; launch=run
  method=function; func=function; ts=typescript; js=javascript; spec=test; unit-test=test; message=messag; msg=messag
  message=messag; dependenci=dependency; librari=dependency; library=dependency; lib=dependency; packag=dependency
  pr=pull-request; pullrequest=pull-request; modify=edit; modifi=edit; chang=edit; touch=edit; updat=edit; alter=edit
  quot=quote; emoji=emoji; emojis=emoji; permission=approval; confirm=approval; approv=approval; ask=approval; asking=approval
  comment=comment; remark=comment; ensur=check; verify=check; verifi=check; swallow=ignor; skip=ignor; suppress=ignor
  indentation=indent; tab=tabs; long=verbose; lengthy=verbose; summari=summary; summariz=summary; recap=summary
  directly=direct; straight=direct; main=main; master=main; trunk=main; secret=secret; credential=secret; token=secret; password=secret`
    .split(/;|\n/)
    .map((pair) => pair.trim().split('=', 2))
    .map(([from = '', to = '']) => [from, to]),
)
export const canonicalStem = (word: string): string => ALIKE.get(word) ?? word
