import { compactedText, lostText } from '../words.ts'
import type { ChatCommand } from './command.ts'

/** `/compact`: the older messages as a summary. */
export const compact: ChatCommand = {
  usage: '/compact [undo]',
  about: 'summarize older messages and show what the summary lost',
  async run({ session, out }, rest) {
    if (rest === 'undo') {
      const isUndone = await session.undoCompaction()
      out.print(isUndone ? 'Restored the summarized messages.' : 'This session has no summary.')
      return undefined
    }
    const compaction = await session.compact()
    if (!compaction) {
      out.print('Nothing to summarize: recent messages are kept (setting compaction.keep).')
      return undefined
    }
    const lost = lostText(compaction)
    out.print([compactedText(compaction), ...(lost === undefined ? [] : [lost])].join('\n'))
    return undefined
  },
}
