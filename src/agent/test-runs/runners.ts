import { once } from '../../once.ts'

/**
 * How test frameworks print their results. Patterns are anchored at line starts and bounded, so that matching is
 * linear in the length of the text.
 */
export interface TestFramework {
  /** Runner names as in `recognise.ts`. */
  readonly names: RegExp
  /** Lines with the counts. A match of one of these, or of `sign`, identifies a runner that a script hides. */
  readonly summary: readonly RegExp[]
  readonly sign?: RegExp
  /** Whether the counts are spread over several lines and must be added up. */
  readonly isRepeated?: boolean
  /** The capture groups together name a failed test. */
  readonly failing: readonly RegExp[]
  readonly failed?: RegExp
  readonly passed?: RegExp
}

/** Built on first use, because compiling the patterns would cost every hook 0.3 ms. */
export const testFrameworks = once((): readonly TestFramework[] => [
  {
    names: /^vitest/,
    summary: [/^\s{0,10}Tests {2}.{1,200}\(\d{1,7}\)$/m],
    failing: [/^\s{0,4}FAIL {1,3}(?:\|[^|\n]{1,60}\| )?(\S[^\n]{0,300}?)(?: \[ .{1,200} \])?$/gm],
    failed: /^\s{0,10}Test Files {2}.{0,60}\b[1-9]\d{0,6} failed|^\s{0,10}Errors {2}[1-9]/m,
  },
  {
    names: /^jest/,
    summary: [/^Tests: {1,10}.{1,200} total$/m],
    failing: [/^ {0,2}● (?!Console$|Test suite failed to run$|Cannot log )(\S[^\n]{0,300})$/gm],
    failed: /^Test Suites: .{0,60}\b[1-9]\d{0,6} failed|^ {0,2}● Test suite failed to run/m,
  },
  {
    names: /^playwright/,
    summary: [/^ {2}\d{1,6} (?:passed|failed|flaky|skipped|did not run)\b.{0,40}$/m],
    isRepeated: true,
    failing: [/^ {2}\d{1,4}\) ((?:\[[^\]\n]{1,60}\] › )?[^\n]{1,300}›[^\n]{1,300}?)(?: ─{1,200})?$/gm],
  },
  {
    names: /^(?:mocha|cypress)/,
    summary: [/^ {2}\d{1,6} (?:passing|failing|pending)\b.{0,40}$/m],
    isRepeated: true,
    failing: [/^ {2}\d{1,4}\) ([^\n]{1,200}(?:\n {4,20}[^\n]{1,200}){0,5}?):$/gm],
  },
  {
    names: /^node/,
    summary: [/^[ℹ#] (?:tests|pass|fail|skipped|todo) \d{1,6}$/m],
    isRepeated: true,
    failing: [
      /^\s{0,20}✖ (?!failing tests:)(\S[^\n]{0,200}?) \([\d.]{1,12}m?s\)/gm,
      /^\s{0,20}not ok \d{1,6} - ([^\n#]{1,200})/gm,
    ],
  },
  {
    names: /pytest|^tox|^nox/,
    summary: [
      /^(?:=+ )?(?:\d{1,6} (?:failed|passed|skipped|errors?|deselected|xfailed|xpassed|warnings?|rerun)(?:, )?){1,8} in [\d.]{1,12}s.{0,60}$/m,
    ],
    failing: [/^(?:FAILED|ERROR) ([^\s:]{1,200}\.py(?:::[^\n]{1,200}?)?)(?: - [^\n]{0,400})?$/gm],
    failed: /^!{3,80} .{0,60}(?:errors? during collection|Interrupted)|^=+ (?:FAILURES|ERRORS) =+$/m,
  },
  {
    names: /^unittest|^manage\.py/,
    summary: [/^Ran \d{1,6} tests? in /m, /^(?:FAILED|OK) \(.{1,80}\)$/m],
    failing: [/^(?:FAIL|ERROR): ([A-Za-z_]\w{0,100}(?: \([\w.]{1,200}\))?)/gm],
    failed: /^FAILED \(/m,
    passed: /^OK$/m,
  },
  {
    names: /^go|^gotestsum/,
    summary: [/^DONE \d{1,6} tests.{0,60}$/m],
    sign: /^(?:ok {2}\t?|FAIL\t)\S{1,200}\s{1,4}(?:[\d.]{1,12}s|\(cached\)|\[)/m,
    failing: [/^\s{0,20}--- FAIL: (\S{1,200}) \(/gm, /^=== FAIL: (\S{1,200} \S{1,200}) \(/gm],
    failed: /^(?:FAIL\b(?!:)|panic: |.{0,200}\[build failed\])/m,
    passed: /^(?:ok {2}\t?\S|ok\s+\S+\s+(?:[\d.]+s|\(cached\))|PASS$|--- PASS: )/m,
  },
  {
    names: /^cargo/,
    summary: [
      /^test result: (?:ok|FAILED)\..{1,100}$/m,
      /^\s{0,10}Summary \[.{1,20}\] \d{1,6} tests? run: .{1,80}$/m,
    ],
    isRepeated: true,
    failing: [
      /^test (\S{1,200}(?: - [^\n]{1,100}?)?) \.\.\. FAILED$/gm,
      /^\s{2,10}FAIL \[[\s\d.]{1,12}s\] (?:\([^)\n]{1,40}\) )?([^\n]{1,200})$/gm,
    ],
    failed: /^test result: FAILED|^error: (?:could not compile|test failed)/m,
    passed: /^test result: ok/m,
  },
  {
    names: /^(?:mvn|gradle)/,
    summary: [
      /^(?:\[\w{4,7}\] )?Tests run: \d{1,6}, Failures: \d{1,6}, Errors: \d{1,6}(?:, Skipped: \d{1,6})?$/m,
      /^\d{1,6} tests? completed(?:, \d{1,6} (?:failed|skipped)){0,2}$/m,
    ],
    failing: [
      /^\[ERROR\] {1,6}([A-Z][\w$]{0,100}(?:\.[\w$]{1,100}){1,4})(?::\d| »)/gm,
      /^([A-Z][\w$.]{0,200} > [^\n]{1,200}) FAILED$/gm,
    ],
    failed: /^(?:\[\w{4,7}\] )?BUILD FAIL(?:URE|ED)/m,
    passed: /^(?:\[\w{4,7}\] )?BUILD SUCCESS/m,
  },
  {
    names: /^dotnet/,
    summary: [/^(?:Passed|Failed)! {1,3}- Failed: .{1,120}$/m],
    isRepeated: true,
    failing: [/^ {2}(?:Failed|X) (\S[^\n]{0,200}?) \[[<\d][^\]\n]{0,20}\]$/gm],
    failed: /^(?:Failed!|Test Run Failed\.)|: error CS\d{4}/m,
    passed: /^(?:Passed!|Test Run Successful\.)/m,
  },
  {
    names: /^rspec/,
    summary: [/^\d{1,6} examples?, \d{1,6} failures?.{0,80}$/m],
    failing: [/^rspec (\S{1,200}(?: # [^\n]{1,200})?)$/gm],
  },
  {
    names: /^(?:rake|rails|ruby)/,
    summary: [/^\d{1,6} (?:runs|tests), \d{1,6} assertions, .{1,80}$/m],
    failing: [
      /^((?:\w{1,80}::){0,4}\w{1,80}#test_\w{1,150})(?: \[|:$)/gm,
      /^(?:Failure|Error): (test_\w{1,100}\([\w:]{1,100}\))/gm,
    ],
  },
  {
    names: /^(?:phpunit|pest|composer)/,
    summary: [
      /^Tests: \d{1,6}, Assertions: .{1,120}$/m,
      /^OK \(\d{1,6} tests?, /m,
      /^ {2}Tests: {1,6}.{1,120}\(\d{1,6} assertions?\)$/m,
    ],
    failing: [
      /^\d{1,4}\) (\w[\w\\]{0,200}::\w[^\n]{0,150})$/gm,
      /^ {2,4}(?:⨯|FAILED) {1,3}([^\n]{1,200}?)(?: {2,60}\S{0,30})?$/gm,
    ],
    failed: /^(?:FAILURES|ERRORS)!$/m,
    passed: /^OK \(/m,
  },
  {
    names: /^(?:ctest|meson)/,
    summary: [/^\d{1,3}% tests passed, \d{1,6} tests failed out of \d{1,6}$/m],
    failing: [
      /^\s{1,10}\d{1,6} - (\S{1,200}) \((?:Failed|Timeout|SEGFAULT|Not Run|Subprocess[^)\n]{0,40})\)/gm,
    ],
    passed: /^100% tests passed/m,
  },
  {
    names: /^deno/,
    summary: [/^(?:ok|FAILED) \| \d{1,6} passed.{1,80}$/m],
    failing: [/^([^\n]{1,200}?) \.\.\. FAILED \(/gm],
  },
  {
    names: /^bun/,
    summary: [/^ {1,3}\d{1,6} (?:pass|fail|skip|todo)$/m],
    isRepeated: true,
    failing: [/^(?:\(fail\)|✗) ([^\n]{1,200}?)(?: \[[\d.]{1,12}m?s\])?$/gm],
  },
  {
    names: /^swift/,
    summary: [/^\s{0,4}Executed \d{1,6} tests?, with \d{1,6} failures?.{0,80}$/m],
    failing: [
      /^Test Case '(?:-\[)?([^'\]\n]{1,200})\]?' failed/gm,
      /^✘ Test ([^\n]{1,200}?) (?:failed|recorded an issue)/gm,
    ],
    failed: /^✘ Test run with |^error: (?:fatalError|Exited with)/m,
    passed: /^✔ Test run with /m,
  },
  {
    names: /^$/, // unknown runners: `3 tests passed`
    summary: [/^\W{0,20}(?:All )?\d{1,6} (?:tests? )?(?:passed|failed)\b.{0,120}$/m],
    failing: [],
  },
])
