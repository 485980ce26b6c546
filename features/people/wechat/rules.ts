// What is believed of WeChat's answers. Pure.
import type { WeChatPerson } from './contract.ts'

/** Why WeChat told nobody: it is away, the code is not good any more, or the answer is none. */
export type WeChatFaultKind = 'unreachable' | 'gone' | 'invalid'

export class WeChatFault extends Error {
  readonly kind: WeChatFaultKind
  constructor(kind: WeChatFaultKind, detail = '') {
    super(detail === '' ? kind : `${kind}: ${detail}`)
    this.name = 'WeChatFault'
    this.kind = kind
  }
}

/** Of the codes that WeChat answers with: busy; a code that is wrong, was used, or has expired. */
const busy = -1
const goneCodes: readonly number[] = [40029, 40163, 42003]

const idPattern = /^[\w-]{6,128}$/
const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value)

/** Whoever an answer of `sns/oauth2/access_token` names; its faults come with HTTP 200 and `errcode`. Throws WeChatFault. */
export function personIn(answer: unknown): WeChatPerson {
  if (typeof answer !== 'object' || answer === null) throw new WeChatFault('invalid')
  const { errcode, openid, unionid } = answer as Record<string, unknown>
  if (typeof errcode === 'number' && errcode !== 0) {
    const kind = errcode === busy ? 'unreachable' : goneCodes.includes(errcode) ? 'gone' : 'invalid'
    throw new WeChatFault(kind, `errcode ${errcode}`)
  }
  if (!isId(openid)) throw new WeChatFault('invalid', 'openid')
  if (unionid !== undefined && unionid !== '' && !isId(unionid)) throw new WeChatFault('invalid', 'unionid')
  return { openId: openid, unionId: isId(unionid) ? unionid : null }
}

/** A code as WeChat draws them; nothing where somebody refused or cancelled. */
export const codeIn = (query: URLSearchParams): string | null => {
  const code = query.get('code')
  return code !== null && /^[\w-]{1,512}$/.test(code) ? code : null
}
