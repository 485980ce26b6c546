// Checks the subject of a commit: `area: imperative`, at most 72 characters. Run by .githooks/commit-msg, which
// `npm install` sets up (scripts/hooks.mjs).
import { readFileSync } from 'node:fs'
import { argv, exit, stderr } from 'node:process'
import { pathToFileURL } from 'node:url'

const maxLength = 72

/**
 * The fault of a subject, or nothing.
 * @param {string} subject the first line of a message
 */
export function subjectFault(subject) {
  if (/^(Merge|Revert) |^(fixup|squash|amend)! /.test(subject)) return undefined
  if (subject.length > maxLength) return `has ${subject.length} characters, at most ${maxLength}`
  const [, act] = /^[a-z0-9][a-z0-9/-]*(?:, [a-z0-9/-]+)*: (.+)$/.exec(subject) ?? []
  if (act === undefined) return 'must be "area: imperative", such as "kiosk: rotate pages by alarm priority"'
  if (!/^[a-z]/.test(act)) return 'must continue in lower case after the area'
  if (/\.$/.test(act)) return 'must not end with a full stop'
  const [verb = ''] = act.split(' ')
  if (/(?:ed|ing)$/.test(verb) && !/^(?:embed|feed|need|bring|ring|speed|exceed|proceed)$/.test(verb))
    return `must begin with an imperative, not with "${verb}"`
  return undefined
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  const [subject = ''] = readFileSync(argv[2] ?? '', 'utf8').split('\n')
  const fault = subjectFault(subject)
  if (fault) {
    stderr.write(`The subject of the commit ${fault}: ${subject}\n`)
    exit(1)
  }
}
