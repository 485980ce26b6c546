// Describes a rejected input in the user's language, with its field.
import type { z } from 'zod'
import { type Failure, fail, type Language } from './errors.ts'

type Words = readonly [en: string, zh: string]

const reasons: Record<string, Words> = {
  missing: ['required', '必填'],
  wrongType: ['wrong type', '类型错误'],
  tooSmall: ['too small or too short', '过小或过短'],
  tooBig: ['too large or too long', '过大或过长'],
  badFormat: ['wrong format', '格式错误'],
  notAllowed: ['value not allowed', '不允许的取值'],
  malformed: ['cannot be read', '无法解析'],
}

export type Reason = keyof typeof reasons

/** The text of a reason in a language. */
export const reasonText = (reason: Reason, language: Language): string => reasons[reason]![language === 'en' ? 0 : 1]

/** For a union, finds the issue of the branch that matches the input best: one whose field was present. */
function inBranch(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue
  const candidates = issue.errors.flatMap((branch) => branch.slice(0, 1))
  const nearest = candidates.find((each) => each.input !== undefined) ?? candidates[0]
  if (!nearest) return issue
  return { ...inBranch(nearest), path: [...issue.path, ...nearest.path] }
}

function reasonOf(issue: z.core.$ZodIssue): Reason {
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'missing' : 'wrongType'
  if (issue.code === 'too_small') return 'tooSmall'
  if (issue.code === 'too_big') return 'tooBig'
  if (issue.code === 'invalid_format') return 'badFormat'
  return 'notAllowed'
}

/** More allowed values than this are not listed in a message. */
const maxListed = 20

/** The bound of a size issue as text: `≤ 25`, or `> 0` if the bound itself is excluded; the values of a choice. */
function boundOf(issue: z.core.$ZodIssue, language: Language): string | undefined {
  if (issue.code === 'invalid_value' && issue.values.length <= maxListed)
    return issue.values.join(language === 'en' ? ', ' : '、')
  if (issue.code === 'too_big') return `${issue.inclusive === false ? '<' : '≤'} ${issue.maximum}`
  if (issue.code === 'too_small') return `${issue.inclusive === false ? '>' : '≥'} ${issue.minimum}`
  return undefined
}

/** The reason of an issue with its bound: `too small or too short (≥ 1)`. */
function wordsOf(issue: z.core.$ZodIssue, language: Language): string {
  const [reason, bound] = [reasonText(reasonOf(issue), language), boundOf(issue, language)]
  if (bound === undefined) return reason
  return language === 'en' ? `${reason} (${bound})` : `${reason}（${bound}）`
}

/**
 * The first issue as field and reason; a custom check has its texts in `params`. The field is a path such as
 * `save.3.name`; the whole input is `body`.
 */
export function firstFault(error: z.ZodError, language: Language): { field: string; reason: string } {
  const first = error.issues[0]
  const issue = first && inBranch(first)
  if (!issue) return { field: 'body', reason: reasonText('malformed', language) }
  const field = issue.path.map(String).join('.') || 'body'
  const own = issue.code === 'custom' ? issue.params?.[language === 'en' ? 'en' : 'zh'] : undefined
  if (typeof own === 'string') return { field, reason: own }
  return { field, reason: wordsOf(issue, language) }
}

/** 10001 with the field in its message and data. */
export function badInput(error: z.ZodError, language: Language): Failure {
  const fault = firstFault(error, language)
  return fail('badParameter', fault, fault)
}

/** Creates error 10001 (invalid input) for one field. */
export function badField(field: string, reason: Reason, language: Language): Failure {
  const fault = { field, reason: reasonText(reason, language) }
  return fail('badParameter', fault, fault)
}
