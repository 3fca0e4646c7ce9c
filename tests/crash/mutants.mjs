/**
 * Bugs that the campaigns must find. Each patches source text during bundling. If the text no longer exists,
 * the run stops, and an equivalent bug must be written for the new code. `seed` is known to find the bug.
 */
const log = (file) => `src/log/sqlite/${file}`
const install = (file) => `src/install/${file}`

export const mutants = [
  {
    campaign: 'R1',
    name: 'ack before the append',
    patches: [
      {
        file: 'tests/crash/child/writer.ts',
        from: 'const appended = await log.append(session, batch)',
        to: `const head = (await log.view(session))?.seq ?? 0
    batch.forEach((event, index) => printLine(ackLine(session, head + 1 + index, event, 0)))
    const appended = await log.append(session, batch)`,
      },
    ],
  },
  {
    campaign: 'R1',
    name: 'event and view in two transactions',
    patches: [
      {
        file: log('append.ts'),
        from: '  storeView(db, projection, {',
        to: "  db.exec('COMMIT')\n  db.exec('BEGIN IMMEDIATE')\n  storeView(db, projection, {",
      },
    ],
  },
  {
    campaign: 'R2',
    name: 'a batch committed event by event',
    patches: [
      {
        file: log('append.ts'),
        from: '    insert.run(...insertValues(link))',
        to: "    insert.run(...insertValues(link))\n    db.exec('COMMIT')\n    db.exec('BEGIN IMMEDIATE')",
      },
    ],
  },
  {
    campaign: 'R2',
    name: 'a migration outside its transaction',
    patches: [
      {
        file: log('migrate.ts'),
        from: '    migration.up(db)',
        to: "    db.exec('COMMIT')\n    migration.up(db)\n    db.exec('BEGIN IMMEDIATE')",
      },
    ],
  },
  {
    campaign: 'R2',
    name: 'views deleted before the rebuild begins',
    patches: [
      {
        file: log('rebuild.ts'),
        from: "  db.exec('DELETE FROM session_view')",
        to: "  db.exec('DELETE FROM session_view')\n  db.exec('COMMIT')\n  db.exec('BEGIN IMMEDIATE')",
      },
    ],
  },
  {
    campaign: 'R2',
    name: 'an interrupted erasure is not remembered',
    patches: [
      {
        file: log('forget.ts'),
        from: "    db.prepare('INSERT OR REPLACE INTO chore (name, at) VALUES (?, ?)').run(SCRUB, first.at)",
        to: '    unremembered = true',
      },
      {
        file: log('forget.ts'),
        from: "const SCRUB = 'scrub'",
        to: "const SCRUB = 'scrub'\nlet unremembered = false",
      },
      {
        file: log('forget.ts'),
        from: "db.prepare('SELECT 1 AS due FROM chore WHERE name = ?').get(SCRUB) !== undefined",
        to: 'unremembered',
      },
      {
        file: log('forget.ts'),
        from: "  db.exec('VACUUM')",
        to: "  db.exec('VACUUM')\n  unremembered = false",
      },
    ],
  },
  {
    campaign: 'R2',
    name: 'a recovery is recorded before it is done',
    patches: [
      {
        file: 'src/app/lifecycle/recover.ts',
        from: '  for (const step of steps) {',
        to: '  await recordRecovery(world, session, steps)\n  for (const step of steps) {',
      },
      {
        file: 'src/app/lifecycle/recover.ts',
        from: "    if (seen.view.life.state !== 'crashed') return notRecovered(seen)\n    await step",
        to: '    await step',
      },
    ],
  },
  {
    campaign: 'R2',
    name: 'a recovery does not check whether it was already done',
    patches: [
      {
        file: 'src/app/lifecycle/recover.ts',
        from: "    if (life.state !== 'crashed') return done(notRecovered(seen))\n    const words",
        to: '    const words',
      },
      {
        file: 'src/app/lifecycle/recover.ts',
        from: "derivedId('evt', 'recovered', session, String(life.crashes))",
        to: 'world.ids.event()',
      },
      {
        file: 'src/app/lifecycle/recover.ts',
        from: "    if (seen.view.life.state !== 'crashed') return notRecovered(seen)\n    await step",
        to: '    await step',
      },
    ],
  },
  {
    campaign: 'R2',
    name: 'a rule and its replacement are two writes',
    patches: [
      {
        file: 'src/app/memory/rules.ts',
        from: '    const { appended } = await appendUnstored(facts, (rest) =>',
        to: '    if (facts.length > 1) await world.log.append(BOOK, facts.slice(0, 1))\n    const { appended } = await appendUnstored(facts, (rest) =>',
      },
    ],
  },
  {
    campaign: 'R2',
    name: 'a batch proposes the same rule again',
    patches: [
      {
        file: 'src/app/memory/learn.ts',
        from: 'const known = ruleLike(rules, rule)',
        to: 'const known = rules[999]',
      },
      {
        file: 'src/app/memory/rules.ts',
        from: "    id: derivedId('evt', BOOK, 'memory.proposed', id, scope.kind, scope.of ?? '', ...(evidence ?? [])),",
        to: '    id: world.ids.event(),',
      },
    ],
  },
  {
    campaign: 'R2',
    name: 'corrections are stored after the session is marked as recovered',
    patches: [
      {
        file: 'src/app/lifecycle/recover.ts',
        from: '    await learn(world, { session: seen.session, threshold: APPROVE_CONFIDENCE })',
        to: '    await learn(world, { session: seen.session })',
      },
      {
        file: 'src/app/lifecycle/recover.ts',
        from: "    return done(appended.kind === 'appended' ? { kind: 'recovered', seen: now } : notRecovered(now))",
        to: "    if (appended.kind !== 'appended') return done(notRecovered(now))\n    await learn(world, { session, threshold: 0.9 })\n    return done({ kind: 'recovered', seen: now })",
      },
    ],
  },
  {
    campaign: 'R2',
    name: 'the settings of an agent are written in place',
    patches: [
      {
        file: install('settings-file.ts'),
        from: '    renameSync(temporary, was.target)',
        to: '    writeFileSync(was.target, bytes.subarray(0, 20))\n    renameSync(temporary, was.target)',
      },
    ],
  },
  {
    campaign: 'R2',
    name: 'temporary files of a killed install are not removed',
    patches: [
      {
        file: 'src/host/private-file.ts',
        from: 'if (pid === process.pid || !isRunning(pid)) return true',
        to: 'if (pid === process.pid) return true',
      },
    ],
  },
  {
    campaign: 'R2',
    name: 'a copy of the settings is written before its record',
    patches: [
      {
        file: install('install.ts'),
        from: '  const folders = missingFolders(current.target)\n',
        to: '  const folders = missingFolders(current.target)\n  if (current.bytes) backups.copy(current.path, current.bytes, at)\n',
      },
    ],
  },
  {
    campaign: 'R3',
    name: 'the handle is kept after an error',
    patches: [
      { file: log('sqlite-log.ts'), from: 'if (poisonsHandle(failureKind(error))) this.#drop()', to: '' },
    ],
  },
  {
    campaign: 'R3',
    name: 'a failed commit is ignored',
    patches: [
      {
        file: log('transaction.ts'),
        from: "    db.exec('COMMIT')\n    return result",
        to: "    try {\n      db.exec('COMMIT')\n    } catch {\n      rollback(db)\n    }\n    return result",
      },
    ],
  },
  {
    campaign: 'R4',
    name: 'a full disk is not recognized',
    patches: [{ file: log('failure.ts'), from: "['full', [13]]", to: "['full', [-13]]" }],
  },
  {
    campaign: 'R5',
    name: 'the owner of the home is not checked',
    patches: [
      {
        file: 'src/host/private-file.ts',
        from: 'if (me === undefined || found.uid === me || me === 0) return',
        to: 'if (me !== undefined || found.uid === me || me === 0) return',
      },
    ],
  },
  {
    campaign: 'R5',
    name: 'an unusable folder is not explained',
    patches: [
      { file: 'src/host/private-file.ts', from: 'throw unusableFolder(path, error)', to: 'throw error' },
    ],
  },
  {
    campaign: 'R5',
    name: 'a link in place of the log is followed',
    patches: [
      {
        file: 'src/host/private-file.ts',
        from: '  if (!found.isFile()) {',
        to: '  if (found.isDirectory()) {',
      },
    ],
  },
  {
    campaign: 'R6',
    name: 'transactions begin deferred',
    patches: [
      { file: log('transaction.ts'), from: "db.exec('BEGIN IMMEDIATE')", to: "db.exec('BEGIN DEFERRED')" },
      {
        file: log('transaction.ts'),
        from: 'if (!isBusy(error)) throw error',
        to: 'if (isBusy(error) || !isBusy(error)) throw error',
      },
    ],
  },
  {
    campaign: 'R6',
    name: 'the head is read before the lock',
    patches: [
      {
        file: log('append.ts'),
        from: '  const head = readHead(db, session)',
        to: "  db.exec('COMMIT')\n  const head = readHead(db, session)\n  db.exec('BEGIN IMMEDIATE')",
      },
    ],
  },
  {
    campaign: 'R8',
    name: 'an empty log is not checked again under the lock',
    patches: [
      {
        file: log('migrate.ts'),
        from: 'const origin = readOrigin(db) // check again, because no other process can change it now',
        to: "const origin = { kind: 'empty' } as DatabaseOrigin",
      },
    ],
  },
  {
    campaign: 'R8',
    name: 'the application id is checked before the tables',
    patches: [
      {
        file: log('migrate.ts'),
        from: "  const objects = Number(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n)\n",
        to: `  const early = pragma(db, 'application_id')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3) // or the race is won too often\n`,
      },
      {
        file: log('migrate.ts'),
        from: "  const applicationId = pragma(db, 'application_id')\n",
        to: "  const objects = Number(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n)\n  const applicationId = early\n",
      },
    ],
  },
  {
    campaign: 'R11',
    name: 'a session is scanned beyond its known end',
    patches: [
      {
        file: 'src/app/search/refresh-index.ts',
        from: 'knownEvents(world, { session, after: before.seq, upTo: viewed.seq })',
        to: 'knownEvents(world, { session, after: before.seq })',
      },
    ],
  },
  {
    campaign: 'R11',
    name: 'rules are written from a stale view',
    patches: [
      {
        file: 'src/app/memory/rules.ts',
        from: 'world.log.append(BOOK, rest, { expectedSeq, ...options })',
        to: 'world.log.append(BOOK, rest)',
      },
    ],
  },
  {
    campaign: 'R11',
    name: 'a session state is advanced from a stale view',
    patches: [
      {
        file: 'src/app/lifecycle/change-state.ts',
        from: 'world.log.append(session, facts, { expectedSeq: seen.seq })',
        to: 'world.log.append(session, facts)',
      },
    ],
  },
  {
    campaign: 'R11',
    name: 'events that another process refused are reported as stored',
    patches: [
      {
        file: 'src/app/ingest/record.ts',
        from: 'return isOutdated ? done(appended) : behind(expectedSeq, appended)',
        to: 'return done(appended)',
      },
    ],
  },
  {
    campaign: 'R15',
    name: 'the content is not checked against its hash',
    patches: [
      {
        file: 'src/log/rows.ts',
        from: 'if (payloadHash(payload) !== heading.payloadHash)',
        to: 'if (payload === heading.payloadHash)',
      },
    ],
  },
  {
    campaign: 'R15',
    name: 'scans trust the order of a damaged tree',
    patches: [
      {
        file: log('scan.ts'),
        from: '  rows.filter((row) => Number(row[key]) > after).sort(',
        to: '  rows.filter((row) => Number(row[key]) > after || Number(row[key]) <= after).sort(',
      },
    ],
  },
  {
    campaign: 'R15',
    name: 'the message of an error is not read',
    patches: [{ file: log('failure.ts'), from: "  ['malformed', 11],", to: '' }],
  },
  {
    campaign: 'R15',
    name: 'the event after a damaged one is reported',
    patches: [{ file: 'src/log/chain.ts', from: ' && chain.hash !== UNKNOWN) {', to: ') {' }],
  },
  {
    campaign: 'R15',
    name: 'a damaged header is not recognized',
    seed: '6',
    patches: [{ file: log('failure.ts'), from: "  ['unsupported file format', 11],", to: '' }],
  },
  {
    campaign: 'R15',
    name: 'an inconsistent index is not recognized',
    seed: '2',
    patches: [{ file: log('failure.ts'), from: "['corrupt', [11, 19, 26]]", to: "['corrupt', [11, 26]]" }],
  },
  {
    campaign: 'R16',
    name: 'a record joined to a truncated one is lost',
    patches: [
      {
        file: 'src/agent/transcript/records.ts',
        from: "    start = text.indexOf('{\"', value && end !== undefined ? end : start + 1)",
        to: '    start = -1',
      },
    ],
  },
  {
    campaign: 'R16',
    name: 'an unfinished last line counts as damage',
    patches: [
      {
        file: 'src/agent/transcript/records.ts',
        from: "item.kind === 'skipped' ? { kind: 'pending'",
        to: "item.kind === 'record' ? { kind: 'pending'",
      },
    ],
  },
  {
    campaign: 'R16',
    name: 'a duplicate record is imported twice',
    patches: [
      {
        file: 'src/agent/claude-code/transcript.ts',
        from: 'if (line.uuid && seen.add(',
        to: 'if (line.uuid === session && seen.add(',
      },
    ],
  },
  {
    campaign: 'R16',
    name: 'a chunk of the file is kept without a copy',
    patches: [
      {
        file: 'src/agent/transcript/lines.ts',
        from: 'this.#parts.push(Buffer.from(part))',
        to: 'this.#parts.push(part)',
      },
    ],
  },
  {
    campaign: 'R16',
    name: 'a long line is kept in memory',
    patches: [
      {
        file: 'src/agent/transcript/lines.ts',
        from: 'const SLIM_FROM = 1024 * 1024',
        to: 'const SLIM_FROM = 2 ** 40',
      },
    ],
  },
  {
    campaign: 'R17',
    name: 'a field is read from null or from the prototype',
    patches: [
      {
        file: 'src/agent/field.ts',
        from: "if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined",
        to: "if (typeof value !== 'object') return undefined",
      },
    ],
  },
  {
    campaign: 'R17',
    name: 'an inaccessible folder stops the drain',
    patches: [
      {
        file: 'src/integrations/repository.ts',
        from: 'throwIfNoEntry: false }) !== undefined\n  } catch {\n    return false',
        to: 'throwIfNoEntry: false }) !== undefined\n  } catch (error) {\n    throw error',
      },
    ],
  },
  {
    campaign: 'R17',
    name: 'a text search takes quadratic time',
    patches: [
      {
        file: 'src/agent/stored-text.ts',
        from: 'if (text.length <= MAX_STORED_LENGTH) return text',
        to: 'if (text.length <= MAX_STORED_LENGTH || /[A-Z]{0,999}b$/.test(text)) return text',
      },
    ],
  },
  {
    campaign: 'R17',
    name: 'a brief contains terminal escapes',
    patches: [{ file: 'src/brief/fence.ts', from: 'safeText(text)', to: 'text' }],
  },
  {
    campaign: 'R17',
    name: 'a quarantine reason quotes the payload',
    patches: [
      { file: 'src/app/ingest/drain-spool.ts', from: 'shortReason(outcome.because)', to: 'outcome.because' },
    ],
  },
  {
    campaign: 'R18',
    name: 'ids are random, not derived from the source',
    patches: [
      {
        file: 'src/agent/event-draft.ts',
        from: "id: derivedId('evt', agent, session, draft.type, ...draft.source),",
        to: "id: derivedId('evt', agent, session, draft.type, ...draft.source, String(Math.random())),",
      },
    ],
  },
  {
    campaign: 'R18',
    name: 'the time of ingestion is part of an id',
    patches: [
      {
        file: 'src/agent/event-draft.ts',
        from: "id: derivedId('evt', agent, session, draft.type, ...draft.source),",
        to: "id: derivedId('evt', agent, session, draft.type, ...draft.source, String(receivedAt)),",
      },
    ],
  },
  {
    campaign: 'R18',
    name: 'a delivery is removed before it is stored',
    patches: [
      {
        file: 'src/app/ingest/drain-spool.ts',
        from: "  const payload = await world.spool.payload(delivery)\n  if (payload === undefined) return { kind: 'gone' }",
        to: "  const payload = await world.spool.payload(delivery)\n  if (payload === undefined) return { kind: 'gone' }\n  await world.spool.remove(delivery)\n  if (Math.random() < 0.01) return { kind: 'gone' }",
      },
    ],
  },
  {
    campaign: 'R18',
    name: 'a repeated start resumes the session',
    patches: [
      {
        file: 'src/app/ingest/ingest.ts',
        from: 'if (isSameRun || this.#isActive(viewed, running)) return',
        to: 'if (isSameRun && this.#isActive(viewed, running)) return',
      },
    ],
  },
  {
    campaign: 'R19',
    name: 'the log is read in clock order',
    patches: [
      {
        file: log('scan.ts'),
        from: 'WHERE session = ? AND seq > ? ORDER BY event.seq LIMIT',
        to: 'WHERE session = ? AND seq > ? ORDER BY event.at, event.seq LIMIT',
      },
      { file: log('scan.ts'), from: '.sort((a, b) => Number(a[key]) - Number(b[key]))', to: '' },
    ],
  },
  {
    campaign: 'R19',
    name: 'the last activity follows a clock that goes back',
    patches: [{ file: 'src/session/state.ts', from: 'Math.max(life.lastActivityAt, at)', to: 'at' }],
  },
  {
    campaign: 'R20',
    name: 'the hook waits for the log without a limit',
    patches: [{ file: 'src/hook/main.ts', from: 'const BUSY_MS = 250', to: 'const BUSY_MS = 30_000' }],
  },
  {
    campaign: 'R20',
    name: 'the hook waits for the end of its input',
    patches: [
      { file: 'src/host/standard-input.ts', from: 'const INPUT_MS = 700', to: 'const INPUT_MS = 30_000' },
    ],
  },
  {
    campaign: 'R20',
    name: 'the hook drains the whole spool',
    patches: [
      {
        file: 'src/app/ingest/handle-hook.ts',
        from: 'const SPOOL_BOUNDS = { deliveries: 200, withinMs: 300 }',
        to: 'const SPOOL_BOUNDS = {}',
      },
    ],
  },
  {
    campaign: 'R20',
    name: 'events that cannot be stored are dropped',
    patches: [
      {
        file: 'src/hook/main.ts',
        from: '      await spool().deliver(agent, ',
        to: "      if (this.text === '') await spool().deliver(agent, ",
      },
    ],
  },
  {
    campaign: 'R21',
    name: 'concurrent changes by others are overwritten',
    patches: [
      {
        file: install('settings-file.ts'),
        from: '    if (!isUnchanged(was)) {\n      unlink',
        to: '    if (!bytes) {\n      unlink',
      },
    ],
  },
  {
    campaign: 'R21',
    name: 'an unreadable file is accepted',
    patches: [
      {
        file: install('json-settings.ts'),
        from: 'const [first] = errors',
        to: 'const [first] = errors.slice(99)',
      },
    ],
  },
  {
    campaign: 'R21',
    name: 'a trailing comma is not recognized',
    seed: '2',
    patches: [
      {
        file: install('json-settings.ts'),
        from: 'if (gap.commas.length > 0) return',
        to: 'if (gap.commas.length > 9) return',
      },
    ],
  },
  {
    campaign: 'R21',
    name: 'the byte order mark is dropped',
    patches: [{ file: install('file-content.ts'), from: 'text: BOM + edited.text', to: 'text: edited.text' }],
  },
  {
    campaign: 'R21',
    name: 'a link becomes a file',
    patches: [
      {
        file: install('settings-file.ts'),
        from: 'const target = entry.isSymbolicLink() ? realpathSync(path) : path',
        to: 'const target = entry.isSymbolicLink() && !realpathSync(path) ? path : path',
      },
    ],
  },
  {
    campaign: 'R21',
    name: 'the backup is made after the change',
    patches: [
      {
        file: install('install.ts'),
        from: '    const backup = backUp(machine, { plan, file, current, bytes, scope: options.scope })\n',
        to: '    const backup = backUp(machine, { plan, file, current: { ...current, ...(current.bytes && { bytes }) }, bytes, scope: options.scope })\n',
      },
    ],
  },
  {
    campaign: 'R21',
    name: "the user's own server named leftoff is taken over",
    patches: [
      {
        file: install('settings-edit.ts'),
        from: 'return (script === ours || USUAL_SCRIPT',
        to: 'return isObject(found) || (script === ours || USUAL_SCRIPT',
      },
    ],
  },
  {
    campaign: 'R28',
    name: 'free pages are not rewritten',
    patches: [{ file: log('forget.ts'), from: "  db.exec('VACUUM')\n", to: '' }],
  },
  {
    campaign: 'R28',
    name: 'the WAL is not emptied',
    patches: [
      {
        file: log('forget.ts'),
        from: "db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()",
        to: "db.prepare('SELECT 0 AS busy').get()",
      },
    ],
  },
  {
    campaign: 'R28',
    name: 'the view keeps forgotten text',
    patches: [
      {
        file: log('forget.ts'),
        from: '  refold(db, projection, session)\n  return seqs',
        to: '  return seqs',
      },
    ],
  },
  {
    campaign: 'R31',
    name: 'the index accepts an entry from before the erasure',
    patches: [
      {
        file: 'src/search/sqlite/sqlite-index.ts',
        from: 'if (generationOf(db) > generation) throw',
        to: 'if (generationOf(db) < 0) throw',
      },
    ],
  },
  {
    campaign: 'R31',
    name: 'late reports of erased content are stored',
    patches: [
      {
        file: log('append.ts'),
        from: 'head?.wholeUntil === undefined ? undefined : erasedContent(',
        to: 'head?.wholeUntil !== -9 ? undefined : erasedContent(',
      },
    ],
  },
  {
    campaign: 'R31',
    name: 'data derived before the erasure is stored after it',
    patches: [
      {
        file: log('append.ts'),
        from: 'generation !== undefined && generation !== readGeneration(db)',
        to: 'generation !== undefined && generation > readGeneration(db)',
      },
    ],
  },
  {
    campaign: 'R31',
    name: 'the first delivery of an unknown session is not removed',
    patches: [
      {
        file: 'src/app/maintenance/forget.ts',
        from: 'gone.size > 0 &&',
        to: 'gone.size < 0 &&',
      },
    ],
  },
  {
    campaign: 'R31',
    name: 'sessions that branch off during the erasure are not erased',
    patches: [
      {
        file: 'src/app/maintenance/forget.ts',
        from: 'ask.withHeirs && heirs.length > 0',
        to: 'heirs.length < 0',
      },
    ],
  },
  {
    campaign: 'R29',
    name: 'every prompt counts as typed',
    patches: [
      {
        file: 'src/memory/typed-words.ts',
        from: 'export const isCertainlyTyped = (prompt: string): boolean => doubtAbout(prompt) === undefined',
        to: "export const isCertainlyTyped = (prompt: string): boolean => prompt !== ''",
      },
    ],
  },
  {
    campaign: 'R29',
    name: 'a prompt from a transcript counts as typed',
    patches: [{ file: 'src/app/memory/turns.ts', from: 'via === undefined && ', to: '' }],
  },
  {
    campaign: 'R29',
    name: 'the first prompt of a session counts as an answer',
    patches: [
      {
        file: 'src/memory/detect-corrections.ts',
        from: "turn.isTyped === true && turns[at - 1]?.role === 'assistant'",
        to: 'turn.isTyped === true',
      },
    ],
  },
  {
    campaign: 'R29',
    name: 'an expanded command counts as typed',
    patches: [{ file: 'src/app/memory/turns.ts', from: ' && !isExpanding', to: '' }],
  },
  {
    campaign: 'R29',
    name: 'a program counts as a person',
    patches: [{ file: 'src/app/memory/turns.ts', from: 'isAttended && ', to: '' }],
  },
  {
    campaign: 'R29',
    name: 'a run that a program resumed counts as the run of the person',
    patches: [{ file: 'src/app/memory/turns.ts', from: ' && !isSameRun(event)', to: ' && !event' }],
  },
  {
    campaign: 'R29',
    name: 'the import of a session is not recorded',
    patches: [
      {
        file: 'src/app/transfer/import-session.ts',
        from: '  await recordImports(world, newSessions(head, known))\n',
        to: '  void [recordImports, newSessions]\n',
      },
    ],
  },
  {
    campaign: 'R29',
    name: 'every client counts as sending prompts as typed',
    patches: [
      {
        file: 'src/app/memory/approve-typed.ts',
        from: '!agents.get(first.agent)?.sendsPromptsAsTyped',
        to: '!agents',
      },
    ],
  },
  {
    campaign: 'R29',
    name: 'a rule approved without a review applies everywhere',
    patches: [
      {
        file: 'src/app/memory/rules.ts',
        from: "const scope = { kind: 'project', of: project } as const",
        to: 'const { scope } = proposed',
      },
    ],
  },
  {
    campaign: 'R29',
    name: 'a rule approved without a review is not announced',
    patches: [{ file: 'src/brief/rules.ts', from: "by === 'threshold'", to: "by === 'user'" }],
  },
  {
    campaign: 'R29',
    name: 'nothing is approved without a review',
    patches: [
      { file: 'src/app/memory/approve-typed.ts', from: 'confidence >= least,', to: 'confidence > 1,' },
    ],
  },
  {
    campaign: 'R30',
    name: 'only exact tags are neutralized',
    patches: [
      {
        file: 'src/text/tags.ts',
        from: 'const letters = lettersAfter(text, end)',
        to: "const letters = /^<\\/?(?:leftoff|hook_|system-reminder)/i.test(text.slice(end - 1, end + 40)) ? lettersAfter(text, end) : ''",
      },
    ],
  },
  {
    campaign: 'R30',
    name: 'invisible characters hide a tag',
    patches: [
      {
        file: 'src/text/tags.ts',
        from: "LOOKS_LIKE.get(letter) ?? ''",
        to: "LOOKS_LIKE.get(letter) ?? (/[\\p{M}\\p{Lo}]/u.test(letter) ? 'x' : '')",
      },
    ],
  },
  {
    campaign: 'R30',
    name: 'the name of a project is not neutralized',
    patches: [
      {
        file: 'src/brief/fence.ts',
        from: 'unfenced(JSON.stringify(project))',
        to: 'JSON.stringify(project)',
      },
    ],
  },
  {
    campaign: 'R32',
    name: 'the owner of compiled code is not checked',
    patches: [
      {
        file: 'src/cli/code-cache.ts',
        from: 'return isOursThroughout(folder) ? folder : undefined',
        to: 'return folder',
      },
      { file: 'src/cli/code-cache.ts', from: '&& !isOurs(parent)) return', to: '&& !parent) return' },
    ],
  },
  {
    campaign: 'R32',
    name: 'the owners of files in the home are not checked',
    patches: [
      {
        file: 'src/host/trusted-home.ts',
        from: '  if (entry.uid !== user.uid) throw foreignEntry(path, entry.uid, { user, home })\n',
        to: '',
      },
    ],
  },
  {
    campaign: 'R32',
    name: 'the folders above the home are not checked',
    patches: [
      {
        file: 'src/host/trusted-home.ts',
        from: '    if (!isSameFile(here.folder, checked)) refuseReplaceable({ ...here, entry }, user, root.folder.uid)\n',
        to: '',
      },
    ],
  },
  {
    campaign: 'R33',
    name: 'the config of a repository is not checked for programs',
    patches: [
      {
        file: 'src/integrations/repository.ts',
        from: 'return UNSAFE_SETTING.test(config) ||',
        to: "return UNSAFE_SETTING.test('') ||",
      },
    ],
  },
  {
    campaign: 'R33',
    name: 'git looks for a repository among the files',
    patches: [
      {
        file: 'src/integrations/git-report.ts',
        from: "  ...['-c', 'safe.bareRepository=explicit'],",
        to: '',
      },
    ],
  },
  {
    campaign: 'R33',
    name: 'git looks for a repository around the checkout',
    patches: [
      {
        file: 'src/integrations/git-report.ts',
        from: '    GIT_CEILING_DIRECTORIES: dirname(checkout),',
        to: "    GIT_CEILING_DIRECTORIES: '',",
      },
    ],
  },
  {
    campaign: 'R33',
    name: 'a file of a checkout is read without checking its type',
    patches: [
      {
        file: 'src/host/regular-file.ts',
        from: '  readSync,\n  realpathSync,',
        to: '  readFileSync,\n  readSync,\n  realpathSync,',
      },
      {
        file: 'src/host/regular-file.ts',
        from: "    return reason === undefined ? readOpened(real, limits.maxBytes) : { kind: 'refused', reason }",
        to: "    return reason === '' ? readOpened(real, limits.maxBytes) : { kind: 'file', bytes: readFileSync(real) }",
      },
    ],
  },
  {
    campaign: 'R34',
    name: 'base64 padding is mistaken for a comparison',
    patches: [
      {
        file: 'src/redact/assignment.ts',
        from: '  if (isPaddedBase64(text) || isChosenWord(value, context)) return true\n',
        to: "  if (text.endsWith('==')) return false\n",
      },
    ],
  },
  {
    campaign: 'R34',
    name: 'quarantine keeps the unredacted payload',
    patches: [
      {
        file: 'src/app/ingest/drain-spool.ts',
        from: 'return payload === undefined ? undefined : redactPayload(world, payload)',
        to: 'return payload',
      },
    ],
  },
  {
    campaign: 'R34',
    name: 'the arguments of commands are not examined',
    patches: [
      {
        file: 'src/redact/detectors.ts',
        from: '  { keywords: COMMAND_KEYWORDS, start: detectCommands },\n',
        to: "  { keywords: COMMAND_KEYWORDS, start: () => () => detectCommands('')(0, '') },\n",
      },
    ],
  },
  {
    campaign: 'R34',
    name: 'the values below a column are not examined',
    patches: [
      {
        file: 'src/redact/detectors.ts',
        from: '{ keywords: COLUMN_KEYWORDS, start: detectColumns },',
        to: "{ keywords: COLUMN_KEYWORDS, start: () => () => detectColumns('')(0, '') },",
      },
    ],
  },
  {
    campaign: 'R34',
    name: 'random values without a telling name are not examined',
    patches: [
      {
        file: 'src/redact/random-value.ts',
        from: 'if (!mayBeRandom(text, run)) continue',
        to: 'if (mayBeRandom(text, run)) continue',
      },
    ],
  },
  {
    campaign: 'R34',
    name: 'the output of commands that print secrets is not examined',
    patches: [
      {
        file: 'src/redact/detectors.ts',
        from: '{ keywords: PRINTING_KEYWORDS, start: detectPrintedSecrets },',
        to: "{ keywords: PRINTING_KEYWORDS, start: () => () => detectPrintedSecrets('')(0) },",
      },
    ],
  },
]
