// Converts the codes of an S7 device, of one item and of a whole answer, to codes of contract/errors.
import { DriverFault } from '../driver.ts'

const putGetHelp =
  'the CPU does not permit PUT/GET: permit it in its protection settings, switch off optimised block access, and download the hardware configuration'

/** The answer cannot belong to the request, or the start of the next one is unknown. */
export const outOfStep = (reason: string): DriverFault => new DriverFault(1712, reason, true)

export const itemGood = 0xff

/** The fault of one item of a read, or of a write; the other items of the answer are valid. */
export function itemFault(code: number): DriverFault {
  switch (code) {
    case 0x03:
      return new DriverFault(1717, 'item 03: the CPU denies the access')
    case 0x05:
      return new DriverFault(1715, 'item 05: the address is beyond the end of the area or data block')
    case 0x06:
    case 0x07:
      return new DriverFault(1716, `item 0${code}: the CPU does not support this type here`)
    case 0x0a:
      return new DriverFault(1715, 'item 0a: there is no such data block, or its block access is optimised')
    default:
      return new DriverFault(1721, `item ${hex(code, 2)}`)
  }
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')

/** The device refuses requests of this size. */
export const tooLarge = 1718

/** The fault of a whole request, by error class and code in one number. */
export function headerFault(error: number): DriverFault {
  if (error === 0x8104) return new DriverFault(1720, `error 8104: ${putGetHelp}`)
  if (error >> 8 === 0x83) return new DriverFault(1711, `error ${hex(error, 4)}: the CPU lacks resources at present`)
  if (error >> 8 === 0x85) return new DriverFault(tooLarge, `error ${hex(error, 4)}: wrong size of the request`)
  return new DriverFault(1721, `error ${hex(error, 4)}`)
}
