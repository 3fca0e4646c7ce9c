import type { Rule } from '../rule.ts'
import { isMade } from '../secret-value.ts'

export const observability: readonly Rule[] = [
  {
    id: 'new-relic-key',
    keywords: ['nrak-', 'nrjs-', 'nrii-', 'nriq-', 'nrra-'],
    pattern: /(?:NRAK-[A-Z0-9]{27}|NR(?:JS|II|IQ|RA)-[A-Za-z0-9_-]{19,40})/y,
    examples: ['NRAK-<base32:27>', 'NRII-<url:32>'],
    counterExamples: ['NRAK-', 'NRJS-x'],
  },
  {
    id: 'new-relic-licence-key',
    keywords: ['ffffnral'],
    back: 32,
    pattern: /[0-9a-f]{32}FFFFNRAL/y,
    examples: ['<hex:32>FFFFNRAL'],
    counterExamples: ['ends with ffffnral'],
  },
  {
    id: 'sentry-token',
    keywords: ['sntrys_', 'sntryu_', 'sntrya_', 'sntryi_'],
    pattern: /sntry[suai]_[A-Za-z0-9+/=_-]{40,500}/y,
    examples: ['sntrys_eyJ<b64:120>_<b64:43>', 'sntryu_<hex:64>'],
    counterExamples: ['sntrys_'],
  },
  {
    id: 'grafana-token',
    keywords: ['glsa_', 'glc_', 'eyjrijoi'],
    pattern:
      /(?:glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2}|eyJrIjoi[A-Za-z0-9]{60,400}={0,2})/y,
    examples: ['glsa_<32>_<hex:8>', 'glc_<b64:88>'],
    counterExamples: ['glsa_', 'glc_config'],
  },
  {
    id: 'datadog-key',
    keywords: ['dd_api_key', 'dd_app_key', 'dd-api-key', 'dd-application-key', 'datadog'],
    pattern:
      /((?:dd[-_](?:api|app|application)[-_]key|datadog[\w. -]{0,20})[\\"'`]{0,4}[ \t]{0,3}[:=][\\"'`\s]{0,5})(?:[0-9a-f]{40}|[0-9a-f]{32})(?![0-9a-zA-Z])/iy,
    examples: ['DD_API_KEY=<hex:32>', 'datadog_app: <hex:40>', 'DD-APPLICATION-KEY: <hex:40>'],
    counterExamples: ['datadog: enabled', 'DD_API_KEY=$KEY'],
  },
  {
    id: 'dynatrace-token',
    keywords: ['dt0c01.', 'dt0s'],
    pattern: /dt0[a-z]\d{2}\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}/iy,
    examples: ['dt0c01.<base32:24>.<base32:64>'],
    counterExamples: ['dt0c01.'],
  },
  {
    id: 'honeycomb-key',
    keywords: ['hcaik_', 'hcbik_', 'hcxmk_'],
    pattern: /hc[abx][im]k_[a-z0-9]{50,80}/y,
    examples: ['hcaik_<lower:58>'],
    counterExamples: ['hcaik_'],
  },
  {
    id: 'posthog-key',
    keywords: ['phx_', 'phs_'],
    pattern: /ph[xs]_[A-Za-z0-9]{40,60}/y,
    accepts: isMade,
    examples: ['phx_<47>'],
    counterExamples: ['phx_new', 'phs_'],
  },
]
