import { expect, test } from 'vitest'
import { Loginname } from '../account/contract.ts'
import { accountText } from '../account/text.ts'
import { faultsOf } from './enroll-rules.ts'
import { enrollText } from './text.ts'

const good = { loginname: 'chen_li', name: 'Chen Li', phone: '', email: '', password: 'Waterworks1', vcode: '' }

test.each([
  [{}, false, {}],
  [
    { loginname: ' ', name: '', password: '' },
    false,
    { loginname: 'required', name: 'required', password: 'required' },
  ],
  [{ loginname: '1abc' }, false, { loginname: 'loginnameWrong' }],
  [{ phone: '+86 138-0000-1111', email: 'a@b.cn' }, false, {}],
  [{ phone: 'none', email: 'none' }, false, { phone: 'phoneWrong', email: 'emailWrong' }],
  [{ password: 'aaa' }, false, { password: 'passwordWrong' }],
  [{}, true, { vcode: 'vcodeRequired' }],
])('%j, captcha %s: %j', (change, isCaptchaShown, faults) => {
  expect(faultsOf({ ...good, ...change }, isCaptchaShown)).toEqual(faults)
})

test.each(['en', 'zh-cn'] as const)('in %s, a name that is too short is answered with the rule', (language) => {
  expect(faultsOf({ ...good, loginname: 'joe' }, false)).toEqual({ loginname: 'loginnameWrong' })
  const lengths = Array.from({ length: 40 }, (_, at) => at + 1)
  const shortest = lengths.find((length) => Loginname.safeParse('j'.repeat(length)).success)
  for (const text of [accountText, enrollText])
    expect(text.in(language)('loginnameWrong')).toMatch(
      language === 'en'
        ? new RegExp(`^At least ${shortest} characters: letters, digits and underscores`)
        : new RegExp(`^至少 ${shortest} 个字符：字母、数字或下划线`),
    )
})
