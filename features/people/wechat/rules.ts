// Rules for WeChat's answers. Pure.
import type { WeChatPerson } from './contract.ts'

/** WeChat cannot be reached, the code is no longer valid, or the answer is malformed. */
type WeChatFaultKind = 'unreachable' | 'gone' | 'invalid'

export class WeChatFault extends Error {
  readonly kind: WeChatFaultKind
  constructor(kind: WeChatFaultKind, detail = '') {
    super(detail === '' ? kind : `${kind}: ${detail}`)
    this.name = 'WeChatFault'
    this.kind = kind
  }
}

/** Error codes of WeChat: busy; and codes that are wrong, used, or expired. */
const busy = -1
const goneCodes: readonly number[] = [40029, 40163, 42003]

const idPattern = /^[\w-]{6,128}$/
const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value)

/** The person in an answer of `sns/oauth2/access_token`; its faults have HTTP 200 and `errcode`. Throws WeChatFault. */
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

/** The code in WeChat's redirect, or null if the user refused or cancelled. */
export const codeIn = (query: URLSearchParams): string | null => {
  const code = query.get('code')
  return code !== null && /^[\w-]{1,512}$/.test(code) ? code : null
}
