import type { RedactionRule } from '../rule-match.ts'
import { looksGenerated, looksRandom } from '../secret-value.ts'

export const aws: readonly RedactionRule[] = [
  {
    id: 'aws-access-key-id',
    keywords: ['akia', 'asia', 'abia', 'acca'],
    pattern: /A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}(?![A-Za-z0-9])/y,
    examples: ['AKIA<base32:16>', 'ASIA<base32:16>'],
    counterExamples: ['East Asia and Eurasia', 'AKIASHORT', 'ASIAPACIFICREGIONALHEADQUARTERS'],
  },
  {
    id: 'aws-secret-access-key',
    keywords: [
      'secret_access_key',
      'secretaccesskey',
      'secret access key',
      'aws_secret',
      'secret-access-key',
    ],
    pattern:
      /((?:aws_secret|secret[_ -]?access[_ -]?key)\w{0,20}[\\"'`\]]{0,6}[ \t]{0,5}(?:=>|:=|=|:|%3D|,|\n|\\n|>)[\\"'`\s]{0,8})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/iy,
    accepts: looksRandom,
    examples: [
      'aws_secret_access_key = <b64:40>',
      '"SecretAccessKey": "<b64:40>"',
      'AWS_SECRET_ACCESS_KEY=<b64:40>',
    ],
    counterExamples: ['aws_secret_access_key = os.environ["KEY"]', 'the secret access key of the account'],
  },
  {
    id: 'aws-session-token',
    keywords: ['session_token', 'sessiontoken', 'security_token', 'security-token'],
    pattern:
      /((?:session|security)[_-]?token[\\"'`\]]{0,6}[ \t]{0,5}(?:=>|:=|=|:|%3D|>)[\\"'`\s]{0,8})[A-Za-z0-9/+=%]{100,4000}/iy,
    accepts: looksRandom,
    examples: ['aws_session_token = <b64:300>', '"SessionToken": "<b64:360>"'],
    counterExamples: ['aws_session_token = None', 'x-amz-security-token: short'],
  },
  {
    id: 'aws-bedrock-key',
    keywords: ['absk'],
    pattern: /ABSK[A-Za-z0-9+/]{100,300}={0,2}/y,
    examples: ['ABSK<b64:128>'],
    counterExamples: ['ABSKIPPED'],
  },
  {
    id: 'alibaba-access-key-id',
    keywords: ['ltai'],
    pattern: /LTAI[A-Za-z0-9]{20}(?![A-Za-z0-9])/y,
    examples: ['LTAI<20>'],
    counterExamples: ['LTAIR', 'Altai mountains'],
  },
]

export const google: readonly RedactionRule[] = [
  {
    id: 'gcp-api-key',
    keywords: ['aiza'],
    pattern: /AIza[A-Za-z0-9_-]{35}/y,
    examples: ['AIza<url:35>'],
    counterExamples: ['AIzawa', 'AIzaShort_key'],
  },
  {
    id: 'google-oauth-client-secret',
    keywords: ['gocspx-'],
    pattern: /GOCSPX-[A-Za-z0-9_-]{20,64}/y,
    examples: ['GOCSPX-<url:28>'],
    counterExamples: ['GOCSPX-...'],
  },
  {
    id: 'google-oauth-token',
    keywords: ['ya29.'],
    pattern: /ya29\.[A-Za-z0-9_.-]{20,2048}/y,
    examples: ['ya29.<url:120>', 'ya29.a0<url:60>.<url:40>'],
    counterExamples: ['ya29.', 'maya29.txt'],
  },
  {
    id: 'google-oauth-refresh-token',
    keywords: ['1//0'],
    pattern: /1\/\/0[A-Za-z0-9_-]{35,200}/y,
    examples: ['1//0<url:60>'],
    counterExamples: ['1//0 is a comment', 'x = 1//010'],
  },
]

export const azure: readonly RedactionRule[] = [
  {
    id: 'azure-storage-key',
    keywords: ['accountkey', 'sharedaccesskey'],
    pattern: /((?:AccountKey|SharedAccessKey)(?:=|%3D)["']?)[A-Za-z0-9+/%]{40,120}(?:={1,2}|(?:%3D){1,2})?/iy,
    examples: ['AccountName=store;AccountKey=<b64:86>==;', 'SharedAccessKey=<b64:43>='],
    counterExamples: ['AccountKey=<key>', `SharedAccessKey=\${KEY}`],
  },
  {
    id: 'azure-sas-signature',
    keywords: ['?sig=', '&sig=', ';sig=', '%26sig%3d', 'u0026sig='],
    pattern: /((?:[?&;]|%26|u0026)sig(?:=|%3D))[A-Za-z0-9+/%_-]{40,120}={0,2}/iy,
    examples: [
      'https://a.blob.core.windows.net/c?sv=2022&sig=<b64:43>%3D',
      'SharedAccessSignature=sv=2022&sig=<b64:43>=',
    ],
    counterExamples: ['https://example.com/?sig=1', '?sig={signature}'],
  },
  {
    id: 'azure-client-secret',
    keywords: Array.from('0123456789', (digit) => `${digit}q~`),
    back: 3,
    pattern: /[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])/y,
    accepts: looksRandom,
    examples: ['<3>8Q~<url:34>', '<3>7Q~<url:31>'],
    counterExamples: ['a8Q~', '~8q~tilde'],
  },
  {
    id: 'azure-devops-token',
    keywords: ['azdo'],
    back: 76,
    pattern: /[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/y,
    examples: ['<76>AZDO<4>'],
    counterExamples: ['AZDO', 'AZDO_PERSONAL_ACCESS_TOKEN'],
  },
]

export const hosting: readonly RedactionRule[] = [
  {
    id: 'digitalocean-token',
    keywords: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    pattern: /do[opr]_v1_[0-9a-f]{64}/y,
    examples: ['dop_v1_<hex:64>', 'doo_v1_<hex:64>'],
    counterExamples: ['dop_v1_'],
  },
  {
    id: 'heroku-key',
    keywords: ['hrku-', 'heroku'],
    pattern:
      /(?:HRKU-[A-Za-z0-9_-]{30,80}|(heroku[\w. -]{0,20}[\\"'`]{0,4}[ \t]{0,3}[:=][\\"'`\s]{0,5})[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/iy,
    examples: ['HRKU-<uuid>', 'HRKU-AA<url:58>', 'heroku_key = <uuid>'],
    counterExamples: ['HRKU-', 'deploy to heroku: see below'],
  },
  {
    id: 'vercel-token',
    keywords: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_', 'vercel_blob_rw_'],
    pattern: /(?:vc[piark]_[A-Za-z0-9]{20,80}|vercel_blob_rw_[A-Za-z0-9_]{30,80})(?![A-Za-z0-9])/y,
    examples: ['vcp_<56>', 'vck_<24>', 'vercel_blob_rw_<16>_<30>'],
    counterExamples: ['vcp_', 'vca_adapter'],
  },
  {
    id: 'netlify-token',
    keywords: ['nfp_', 'nfc_', 'nfo_', 'nfu_'],
    pattern: /nf[pcou]_[A-Za-z0-9]{36,48}/y,
    accepts: looksGenerated,
    examples: ['nfp_<36>'],
    counterExamples: ['nfp_', 'TestSessionInfo_ShowsMessageAndFilesWhenNoInteractions'],
  },
  {
    id: 'cloudflare-token',
    keywords: ['cfk_', 'cfut_', 'cfat_', 'v1.0-'],
    pattern: /(?:(?:cfk|cfut|cfat)_[A-Za-z0-9]{40,56}|v1\.0-[0-9a-f]{24}-[0-9a-f]{146})/y,
    examples: ['cfut_<40><hex:8>', 'v1.0-<hex:24>-<hex:146>'],
    counterExamples: ['v1.0-beta', 'cfk_'],
  },
  {
    id: 'databricks-token',
    keywords: ['dapi'],
    pattern: /dapi[0-9a-f]{32}(?:-\d)?(?![0-9a-zA-Z])/iy,
    examples: ['dapi<hex:32>', 'dapi<hex:32>-2'],
    counterExamples: ['dapi', 'dapiClient'],
  },
  {
    id: 'supabase-token',
    keywords: ['sbp_', 'sb_secret_'],
    pattern: /(?:sbp_(?:oauth_|v0_)?[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{24,64})/y,
    examples: ['sbp_<hex:40>', 'sb_secret_<url:31>'],
    counterExamples: ['sbp_', 'sb_secret_name'],
  },
  {
    id: 'planetscale-token',
    keywords: ['pscale_pw_', 'pscale_tkn_', 'pscale_oauth_'],
    pattern: /pscale_(?:pw|tkn|oauth)_[A-Za-z0-9=_.-]{32,64}/y,
    examples: ['pscale_pw_<url:43>', 'pscale_tkn_<url:43>'],
    counterExamples: ['pscale_pw_'],
  },
  {
    id: 'fly-token',
    keywords: ['fm1r_', 'fm2_', 'fo1_'],
    pattern: /(?:fm1r_|fm2_|fo1_)[A-Za-z0-9+/=_-]{40,1000}/y,
    examples: ['fm2_<b64:200>', 'fo1_<url:43>'],
    counterExamples: ['fm2_', 'fo1_x'],
  },
  {
    id: 'render-key',
    keywords: ['rnd_'],
    pattern: /rnd_[A-Za-z0-9]{28,40}(?![A-Za-z0-9_])/y,
    accepts: looksGenerated,
    examples: ['rnd_<32>'],
    counterExamples: ['rnd_seed'],
  },
  {
    id: 'tailscale-key',
    keywords: ['tskey-'],
    pattern: /tskey-[a-z]{2,20}-[A-Za-z0-9_-]{16,120}/y,
    examples: ['tskey-auth-<12>CNTRL-<32>', 'tskey-api-<12>-<32>'],
    counterExamples: ['tskey-auth-', 'tskey-'],
  },
  {
    id: 'neon-key',
    keywords: ['napi_', 'npg_'],
    pattern: /(?:napi_[a-z0-9]{50,80}|npg_[A-Za-z0-9]{12,32}(?![A-Za-z0-9_]))/y,
    accepts: looksGenerated,
    examples: ['napi_<lower:64>', 'npg_<12>'],
    counterExamples: ['napi_create_function', 'napi_env'],
  },
  {
    id: 'flutter-expo-token',
    keywords: ['exponentpushtoken['],
    pattern: /(ExponentPushToken\[)[A-Za-z0-9_-]{22}/y,
    examples: ['ExponentPushToken[<22>]'],
    counterExamples: ['ExponentPushToken[xxx]'],
  },
]
