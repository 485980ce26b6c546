import { expect, test } from 'vitest'
import { codeIn, personIn, type WeChatFault } from './rules.ts'

const faultOf = (answer: unknown) => {
  try {
    return personIn(answer)
  } catch (error) {
    return (error as WeChatFault).kind
  }
}

test.each([
  [
    { openid: 'openid_1', unionid: 'unionid_1' },
    { openId: 'openid_1', unionId: 'unionid_1' },
  ],
  [
    { openid: 'openid_1', errcode: 0 },
    { openId: 'openid_1', unionId: null },
  ],
  [
    { openid: 'openid_1', unionid: '' },
    { openId: 'openid_1', unionId: null },
  ],
  [{ openid: 'openid_1', unionid: 7 }, 'invalid'],
  [{ openid: 'openid_1', errcode: 40029 }, 'gone'],
  [{ errcode: 40163 }, 'gone'],
  [{ errcode: 42003 }, 'gone'],
  [{ errcode: -1 }, 'unreachable'],
  [{ errcode: 40013 }, 'invalid'],
  [{ openid: '' }, 'invalid'],
  [{}, 'invalid'],
  [[], 'invalid'],
  ['openid_1', 'invalid'],
  [null, 'invalid'],
])('of the answer %j: %j', (answer, expected) => expect(faultOf(answer)).toEqual(expected))

test.each([
  ['code=0a1B-_', '0a1B-_'],
  ['code=', null],
  ['state=a', null],
  ['code=a%26secret%3Db', null],
])('the code in %j: %j', (query, expected) => expect(codeIn(new URLSearchParams(query))).toBe(expected))
