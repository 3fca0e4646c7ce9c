import { tokenBlock as storedBlock } from '../host/tokenizer.ts'
import { once } from '../once.ts'
import { tokenBlock, tokenTable } from '../text/token-table.ts'
import { type CountTokens, tokenCounter } from '../text/tokenizer.ts'

const counter = once(() => tokenCounter(tokenTable(storedBlock(tokenBlock))))

/** Counted by a real tokenizer; its table is read at the first question. */
export const countTokens: CountTokens = (text) => counter()(text)
