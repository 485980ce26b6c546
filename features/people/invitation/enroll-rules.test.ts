import { expect, test } from 'vitest'
import { faultsOf, fieldOfFault } from './enroll-rules.ts'

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

test('a refusal appears at its field', () => {
  expect(fieldOfFault({ code: 1015, field: 'loginname' })).toBe('loginname')
  expect(fieldOfFault({ code: 1003, field: undefined })).toBe('vcode')
  expect(fieldOfFault({ code: 1013, field: undefined })).toBeUndefined()
  expect(fieldOfFault({ code: 10001, field: 'code' })).toBeUndefined()
})
