import { expect, it } from 'vitest'
import { DriverFault } from '../../../drivers/driver.ts'
import { tagValue } from './scale.ts'

const codeOf = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error instanceof DriverFault ? error.code : error
  }
}

it('a tag that holds one of its no-value codes has no value', () => {
  const tag = { dataType: 'uint32', noValue: '0xFFFFFFFF' } as const
  expect(codeOf(() => tagValue(tag, { value: 4_294_967_295, agoMs: 0 }))).toBe(1739)
  expect(codeOf(() => tagValue(tag, { value: 5, agoMs: 0 }))).toBe(5)
  const nan = { fault: new DriverFault(1740, 'NaN') }
  expect(codeOf(() => tagValue({ dataType: 'float64', noValue: 'NaN' }, nan))).toBe(1739)
  expect(codeOf(() => tagValue({ dataType: 'float64', noValue: '0x0' }, nan))).toBe(1740)
  expect(codeOf(() => tagValue({ dataType: 'float64' }, nan))).toBe(1740)
})
