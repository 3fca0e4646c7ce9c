import { compactedText, lostText } from '../words.ts'
import type { ChatCommand } from './command.ts'

/** `/compact`: the older messages as a summary. */
export const compact: ChatCommand = {
  usage: '/compact [undo]',
  about: 'sum up the older messages, and say what the summary lost',
  async run({ session, out }, rest) {
    if (rest === 'undo') {
      const isUndone = await session.undoCompaction()
      out.print(
        isUndone ? 'The messages stand for themselves again.' : 'Nothing is summed up in this session.',
      )
      return undefined
    }
    const compaction = await session.compact()
    if (!compaction) {
      out.print('Nothing to sum up: the newest messages stay as they are (setting compaction.keep).')
      return undefined
    }
    const lost = lostText(compaction)
    out.print([compactedText(compaction), ...(lost === undefined ? [] : [lost])].join('\n'))
    return undefined
  },
}
