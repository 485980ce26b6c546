// A simulated station as a device: its drivers and variables out of the plant's register map.
import { initialModbus } from '../../drivers/modbus-tcp/params.ts'
import type { PlantStation } from '../../plant/plant.ts'
import type { Register } from '../../plant/waterworks/registers.ts'

/** Points of one byte order and encoding share a driver; one-register points go with whichever is there. */
type DriverPlan = {
  name: string
  /** Name in earlier demonstrations. */
  formerly: string
  params: Record<string, unknown>
  registers: Register[]
}

const areaDigit = { coil: '0', discrete: '1', input: '3', holding: '4' } as const

/** The address as PLC engineers write it: `40022`, `40022.5`. */
const classicAddress = ({ area, address, bit }: Register): string =>
  `${areaDigit[area]}${String(address + 1).padStart(4, '0')}${bit === undefined ? '' : `.${bit}`}`

const isPlain = ({ dataType, encoding }: Register) =>
  encoding === undefined && ['bool', 'int16', 'uint16', 'bcd16'].includes(dataType)

const styleOf = ({ byteOrder, encoding }: Register) => `${byteOrder} ${encoding ?? ''}`.trim()

const encodings: Readonly<Record<string, string>> = { ascii: 'ASCII', utf8: 'UTF-8' }

/** Named after what its values have in common, in words that need no translation: `PLC BADC`, `PLC UTF-8`. */
function driverName(byteOrder: string, encoding: string | undefined): string {
  const ofText = encoding && (encodings[encoding] ?? encoding)
  return ['PLC', ofText && byteOrder === 'ABCD' ? '' : byteOrder, ofText].filter(Boolean).join(' ')
}

/** The drivers a station needs, the one with most points first. */
export function planDrivers(registers: readonly Register[], station: PlantStation): DriverPlan[] {
  const styles = new Map<string, Register[]>()
  for (const register of registers.filter((each) => !isPlain(each))) {
    const style = styleOf(register)
    styles.set(style, [...(styles.get(style) ?? []), register])
  }
  const sorted = [...styles.entries()].sort((a, b) => b[1].length - a[1].length)
  return sorted.map(([style, own], index) => {
    const [byteOrder = 'ABCD', encoding] = style.split(' ')
    const isSwapped = byteOrder === 'BADC' || byteOrder === 'DCBA'
    return {
      name: index === 0 ? 'PLC' : driverName(byteOrder, encoding),
      formerly: index === 0 ? 'PLC' : `PLC ${style}`,
      params: {
        ...initialModbus,
        host: station.host,
        port: station.port,
        unitId: station.unitId,
        byteOrder,
        textOrder: isSwapped ? 'BA' : 'AB',
        encoding: encoding === 'utf8' ? 'utf-8' : 'ascii',
      },
      registers: index === 0 ? [...registers.filter(isPlain), ...own] : own,
    }
  })
}

/** Converts a register of a PLC to a variable in the form of the call `signal/save`. */
export function variableOf(register: Register, driverId: number): Record<string, unknown> {
  const { key, nameEn, groupEn, dataType, access, length, unit, decimals, pinned, states } = register
  const isNumber = dataType !== 'bool' && dataType !== 'string'
  const { scale, offset, min, max, normalLow, normalHigh } = register
  return {
    driverId,
    name: key,
    title: nameEn,
    group: groupEn,
    address: classicAddress(register),
    dataType,
    access,
    length,
    unit: unit || undefined,
    texts: states?.en.map((text, value) => `${value}=${text}`).join('; '),
    pinned,
    ...(isNumber ? { decimals, scale, offset, min, max, normalLow, normalHigh } : {}),
  }
}
