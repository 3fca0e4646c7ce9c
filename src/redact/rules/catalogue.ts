import type { RedactionRule } from '../rule-match.ts'
import { isMadeOfWords, looksGenerated, looksRandom } from '../secret-value.ts'

/** Tokens that have their own prefix. */
export const catalogue: readonly RedactionRule[] = [
  {
    id: 'live-token',
    keywords: [
      '_live_',
      '_test_',
      '_prod_',
      '_production_',
      '_sandbox_',
      '_pat_',
      '_secret_',
      '_token_',
      '_api_',
    ],
    pattern:
      /(?<=(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9]{1,15})_(?:live|test|prod|production|sandbox|pat|secret|token|api)_[A-Za-z0-9_-]{14,200}/y,
    accepts: (secret) =>
      looksGenerated(secret.replace(/^_[a-z]{1,12}_/, '')) && !/_[A-Za-z]{3,}_/.test(secret.slice(12)),
    examples: ['duffel_live_<43>', 'shippo_test_<hex:40>', 'rzp_live_<14>', 'sm_pat_<16>'],
    counterExamples: ['my_test_helper_function_name', 'some_live_data', 'user_api_version2_endpoint_handler'],
  },
  {
    id: 'payment-token',
    keywords: ['flwseck', 'access-production-', 'access-sandbox-', 'access-development-'],
    pattern:
      /(?:FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,40}(?:-X)?|access-(?:production|sandbox|development)-[0-9a-f]{8}-[0-9a-f-]{27})/y,
    examples: ['FLWSECK-<hex:32>-X', 'access-production-<uuid>'],
    counterExamples: ['FLWSECK-', 'access-production-logs'],
  },
  {
    id: 'mode-token',
    keywords: ['live_', 'test_'],
    pattern: /(?:live|test)_(?=[A-Za-z0-9_-]{0,40}\d)(?:[0-9a-f]{35}|[A-Za-z0-9_-]{40,43})(?![A-Za-z0-9_-])/y,
    accepts: (secret) =>
      looksRandom(secret) && !/_[a-z]{2,}_/.test(secret.slice(4)) && !isMadeOfWords(secret.slice(5)),
    examples: ['live_<hex:35>', 'live_<40>'],
    counterExamples: ['test_that_a_very_long_name_of_a_test_is_kept_2', 'live_reload'],
  },
  {
    id: 'mailgun-signing-key',
    keywords: ['mailgun'],
    pattern:
      /(mailgun[\w. -]{0,30}[\\"'`]{0,4}[ \t]{0,3}[:=][\\"'`\s]{0,5})[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}/iy,
    examples: ['MAILGUN_KEY=<hex:32>-<hex:8>-<hex:8>'],
    counterExamples: ['mailgun: see below'],
  },
  {
    id: 'build-token',
    keywords: [
      'ccipat_',
      'cciprj_',
      'bkua_',
      'bkct_',
      'squ_',
      'sqp_',
      'sqa_',
      'pnu_',
      'pnb_',
      'sgp_',
      'tk-us-',
      'tk-eu-',
    ],
    pattern:
      /(?:CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[0-9a-f]{40}|bk(?:ua|ct|pt)_[0-9a-f]{40}|sq[upa]_[0-9a-f]{40}|pn[ub]_[A-Za-z0-9]{36}|sgp_(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}|tk-(?:us|eu)-[A-Za-z0-9_-]{48})(?![A-Za-z0-9])/y,
    examples: [
      'CCIPAT_<22>_<hex:40>',
      'bkua_<hex:40>',
      'squ_<hex:40>',
      'pnu_<36>',
      'sgp_<hex:40>',
      'tk-us-<url:48>',
    ],
    counterExamples: ['squ_', 'sgp_local_name', 'pnu_name'],
  },
  {
    id: 'deploy-key',
    keywords: [
      'api-',
      'sdk-',
      'mob-',
      'pat-na',
      'pat-eu',
      'pat.',
      'sat.',
      'dnkey-',
      'ico-',
      'endr+',
      'fio-u-',
    ],
    pattern:
      /(?:API-[A-Z0-9]{25,27}|(?:sdk|mob|api)-[0-9a-f]{8}-[0-9a-f]{4}-4?[0-9a-f]{3,4}-[0-9a-f]{4}-[0-9a-f]{12}|pat-(?:na|eu)\d-[0-9a-f]{8}-[0-9a-f-]{27}|[ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-zA-Z]{24}\.[0-9a-zA-Z]{20}|dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}|ico-[A-Za-z0-9]{32}|endr\+[A-Za-z0-9-]{16}|fio-u-[A-Za-z0-9=_-]{64})(?![A-Za-z0-9])/y,
    accepts: looksRandom,
    examples: [
      'API-<upper:26>',
      'sdk-<uuid>',
      'pat-na1-<uuid>',
      'pat.<url:22>.<hex:24>.<20>',
      'ico-<32>',
      'fio-u-<url:64>',
    ],
    counterExamples: ['api-version', 'sdk-tools', 'pat.exec(text)', 'ico-small', 'API-DOCUMENTATION'],
  },
  {
    id: 'work-app-token',
    keywords: ['atta', 'pk_', 'tfp_', 'sl.', '00d', 'wpl_ap1.'],
    pattern:
      /(?:ATTA[0-9a-f]{64}[0-9A-Fa-f]{0,8}|pk_\d{6,10}_[A-Z0-9]{32}|tfp_[A-Za-z0-9_.=-]{59}|sl\.[A-Za-z0-9_-]{130,170}|00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{80,120}|WPL_AP1\.[A-Za-z0-9]{16}\.[A-Za-z0-9=+/]{8,12})/y,
    examples: [
      'ATTA<hex:64><hex:8>',
      'pk_<digit:8>_<upper:32>',
      'tfp_<44>_<14>',
      'sl.<url:135>',
      '00D<15>!AQ<94>',
    ],
    counterExamples: ['attach', 'pk_id', 'sl.length', '00d1'],
  },
  {
    id: 'maxmind-key',
    keywords: ['_mmk'],
    back: 36,
    pattern: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])/y,
    examples: ['<6>_<29>_mmk'],
    counterExamples: ['a_mmk'],
  },
  {
    id: 'model-key',
    keywords: ['pcsk_', 'jina_', 'csk-', 'fc-', 'pa-', 'sk_'],
    pattern:
      /(?:pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{50,70}|jina_[A-Za-z0-9_-]{56,70}|csk-[a-z0-9]{40,60}|fc-[0-9a-f]{32}|pa-[A-Za-z0-9_-]{43}|sk_[A-Za-z0-9]{24,60})(?![A-Za-z0-9_])/y,
    accepts: looksGenerated,
    examples: [
      'pcsk_<6>_<63>',
      'jina_<32><url:30>',
      'csk-<lower:48>',
      'fc-<hex:32>',
      'pa-<url:43>',
      'sk_<hex:48>',
    ],
    counterExamples: ['pa-', 'fc-list', 'sk_buff', 'csk-'],
  },
  {
    id: 'cloud-access-key',
    keywords: ['akid', 'aklt', 'aqvn', 't1.', 'ycaj', 'sha256~', '4b1d'],
    pattern:
      /(?:AKID[A-Za-z0-9]{32}|AKLT[A-Za-z0-9]{40,48}|AQVN[A-Za-z0-9_-]{35,38}|t1\.[A-Z0-9a-z_-]{50,300}\.[A-Z0-9a-z_-]{86}|YCAJ[A-Za-z0-9_-]{21}|sha256~[A-Za-z0-9_-]{43}|4b1d[A-Za-z0-9]{38})(?![A-Za-z0-9])/y,
    accepts: looksRandom,
    examples: ['AKID<32>', 'AKLT<44>', 'AQVN<url:36>', 't1.<url:100>.<url:86>', 'sha256~<url:43>'],
    counterExamples: ['akid', 't1.name', 'sha256~', '4b1d2e'],
  },
  {
    id: 'azure-resource-key',
    keywords: ['azfu', 'acdb', '+ast', 'azse', '+acr', 'azca', 'apim'],
    back: 42,
    pattern:
      /[A-Za-z0-9+/_-]{42}(?:AzFu[A-Za-z0-9+/_-]{4,8}={0,2}|ACDb[A-Za-z0-9+/]{5,8}={0,2}|\+ASt[A-Za-z0-9+/]{5,8}={0,2}|AzSe[A-Za-z0-9]{6}|\+ACR[A-Za-z0-9]{6}|AzCa[A-Za-z0-9]{6}|APIM[A-Za-z0-9+/]{6,40}={0,2})/y,
    accepts: looksRandom,
    examples: ['<42>AzFu<b64:6>==', '<42>AzSe<6>', '<42>+ACR<base32:6>'],
    counterExamples: ['apimanagement', 'the acdb table'],
  },
  {
    id: 'social-token',
    keywords: ['eaa', 'aaaaaaaaaaaaaaaaaaaaa', 'oauth:', 'igqv', 'igaa'],
    pattern:
      /(?:EAA[A-Za-z0-9]{90,300}|IG(?:QV|AA)[A-Za-z0-9_-]{90,300}|A{21,23}[A-Za-z0-9%_-]{60,120}|oauth:[a-z0-9]{30})(?![A-Za-z0-9])/y,
    accepts: looksRandom,
    examples: ['EAA<150>ZD', 'AAAAAAAAAAAAAAAAAAAAA<40>%3D<50>', 'oauth:<lower:30>'],
    counterExamples: ['EAAccess', 'oauth: see the guide'],
  },
  {
    id: 'vault-legacy-token',
    keywords: [' s.', '"s.', "'s.", '=s.', ':s.', '\ts.', '\ns.'],
    pattern:
      /([\s"'=:])s\.(?=[A-Za-z0-9]{0,23}\d)(?=[A-Za-z0-9]{0,23}[A-Z])(?=[A-Za-z0-9]{0,23}[a-z])[A-Za-z0-9]{24}(?![A-Za-z0-9.(_-])/y,
    accepts: looksRandom,
    examples: ['token s.<24>', '"s.<24>"'],
    counterExamples: ['s.length', 'const x = s.someVeryLongPropertyName'],
  },
  {
    id: 'infisical-service-token',
    keywords: ['st.'],
    pattern: /st\.[0-9a-f]{8}-?[0-9a-f-]{16,28}\.[0-9a-f]{32}\.[0-9a-f]{32}/y,
    examples: ['st.<hex:8>-<hex:16>.<hex:32>.<hex:32>'],
    counterExamples: ['list.map', 'st.0'],
  },
  {
    id: 'chat-webhook',
    keywords: [
      '/bot/v2/hook/',
      'hooks.zapier.com',
      'chat.googleapis.com',
      'webhook.office.com',
      'hook.integromat.com',
      'hook.eu1.make.com',
      'maker.ifttt.com',
    ],
    pattern:
      /(\/bot\/v2\/hook\/|hooks\.zapier\.com\/hooks\/catch\/|chat\.googleapis\.com\/v1\/spaces\/[\w-]{1,40}\/messages\?key=|hook\.[a-z0-9.]{1,20}\/|maker\.ifttt\.com\/[\w/]{1,80}\/key\/)[A-Za-z0-9_&=%/.-]{12,300}/y,
    examples: [
      'https://open.feishu.cn/open-apis/bot/v2/hook/<uuid>',
      'https://hooks.zapier.com/hooks/catch/<digit:7>/<lower:7>',
    ],
    counterExamples: ['see /bot/v2/hook/', 'hooks.zapier.com/hooks/catch/'],
  },
  {
    id: 'dingtalk-secret',
    keywords: Array.from('0123456789abcdef', (digit) => `sec${digit}`),
    pattern: /SEC[0-9a-f]{64}(?![0-9a-zA-Z])/y,
    examples: ['SEC<hex:64>'],
    counterExamples: ['SECURITY', 'SECTION'],
  },
  {
    id: 'base64-key',
    keywords: ['base64:'],
    pattern: /(base64:)[A-Za-z0-9+/]{43}=/y,
    examples: ['base64:<b64:43>='],
    counterExamples: ['base64: see RFC 4648'],
  },
  {
    id: 'signed-address',
    keywords: ['x-amz-signature', 'x-goog-signature'],
    pattern: /(x-(?:amz|goog)-signature(?:=|%3D))[0-9a-f]{64,1024}/iy,
    examples: ['https://b.s3.amazonaws.com/k?X-Amz-Signature=<hex:64>'],
    counterExamples: ['X-Amz-Signature=...'],
  },
  {
    id: 'wallet-key',
    keywords: ['xprv', 'yprv', 'zprv', 'tprv'],
    pattern: /[xyzt]prv[A-Za-z0-9]{100,120}(?![A-Za-z0-9])/y,
    examples: ['xprv9s21ZrQH143K<96>'],
    counterExamples: ['xprv', 'tprvalue'],
  },
]
