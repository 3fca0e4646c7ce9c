import { isWordy } from '../ordinary-value.ts'
import type { Rule } from '../rule.ts'
import { isMade } from '../secret-value.ts'

export const packages: readonly Rule[] = [
  {
    id: 'npm-token',
    keywords: ['npm_'],
    pattern: /npm_[A-Za-z0-9_]{30,64}/y,
    accepts: (secret) => isMade(secret) && !isWordy(secret),
    examples: ['npm_<36>'],
    counterExamples: ['npm_config_registry', 'npm_lifecycle_event', 'npm_package_version'],
  },
  {
    id: 'npmrc-auth',
    keywords: ['_authtoken', ':_auth', ':_password'],
    pattern:
      /((?::_auth|:_password|_authToken)[ \t]{0,4}=[ \t]{0,4}["']?)(?![$<{])[A-Za-z0-9+/=_.~-]{8,400}/y,
    examples: ['//registry.npmjs.org/:_authToken=<uuid>', '//npm.example.com/:_auth=<b64:40>'],
    counterExamples: [`//registry.npmjs.org/:_authToken=\${NPM_TOKEN}`, '_authToken = '],
  },
  {
    id: 'pypi-token',
    keywords: ['pypi-ageichlwas5vcmc', 'pypi-agendgvzdc5wexbp', 'pypi-ag'],
    pattern: /pypi-Ag[A-Za-z0-9_-]{40,1000}/y,
    examples: ['pypi-AgEIcHlwaS5vcmc<url:120>'],
    counterExamples: ['pypi-agent', 'pypi-aggregate'],
  },
  {
    id: 'rubygems-key',
    keywords: ['rubygems_'],
    pattern: /rubygems_[0-9a-f]{48}/y,
    examples: ['rubygems_<hex:48>'],
    counterExamples: ['rubygems_api_key', 'rubygems_version'],
  },
  {
    id: 'crates-token',
    keywords: ['cio'],
    pattern: /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/y,
    accepts: (secret) => isMade(secret) && !isWordy(secret),
    examples: ['cio<32>'],
    counterExamples: ['precious', 'cio', 'ciollapsibleSectionContainerPanel12'],
  },
  {
    id: 'docker-token',
    keywords: ['dckr_pat_', 'dckr_oat_'],
    pattern: /dckr_[po]at_[A-Za-z0-9_-]{20,64}/y,
    examples: ['dckr_pat_<url:27>', 'dckr_oat_<url:32>'],
    counterExamples: ['dckr_pat_'],
  },
  {
    id: 'nuget-key',
    keywords: ['oy2'],
    pattern: /oy2[a-z0-9]{43}(?![a-z0-9])/y,
    examples: ['oy2<lower:43>'],
    counterExamples: ['boy2', 'oy2020'],
  },
  {
    id: 'clojars-token',
    keywords: ['clojars_'],
    pattern: /CLOJARS_[a-z0-9]{60}/iy,
    examples: ['CLOJARS_<lower:60>'],
    counterExamples: ['CLOJARS_USERNAME'],
  },
  {
    id: 'artifactory-key',
    keywords: ['akcp', 'cmvmd'],
    pattern: /(?:AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59})(?![A-Za-z0-9])/y,
    examples: ['AKCp<69>', 'cmVmd<59>'],
    counterExamples: ['AKCprint', 'cmVmdA=='],
  },
]
