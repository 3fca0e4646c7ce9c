import { countTokens } from '../../src/host/tokenizer.ts'
import { rank } from '../../src/search/rank.ts'
import { type Composer, MOST_FILES, MOST_SESSIONS } from './composer.ts'
import { PROJECT } from './series-index.ts'

/** The ranking alone, as a list of paths. */
export const ranking: Composer = {
  name: 'leftoff, its ranking alone',
  compose(situation) {
    const evidence = situation.index().evidence({ ...situation, projects: [PROJECT] })
    const { files, sessions } = rank(evidence, { files: MOST_FILES, sessions: MOST_SESSIONS })
    const paths = files.map(({ path }) => path)
    const text = paths.join('\n')
    return {
      files: paths,
      sessions: sessions.map(({ session }) => session),
      text,
      tokens: countTokens(text),
    }
  },
}
