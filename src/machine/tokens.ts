import { tokenBlock, tokenTable } from '../brief/token-table.ts'
import { type CountTokens, tokenCounter } from '../brief/tokenizer.ts'
import { tokenBlock as storedBlock } from '../host/tokenizer.ts'
import { once } from '../once.ts'

const counter = once(() => tokenCounter(tokenTable(storedBlock(tokenBlock))))

/** Counted by a real tokenizer; its table is read at the first question. */
export const countTokens: CountTokens = (text) => counter()(text)
