// Addresses of SNMP: object identifiers such as `1.3.6.1.2.1.1.3.0`, names of usual objects such as `ifInOctets.3`, and
// the form of octets: `ifPhysAddress.2/hex`. Pure.
import type { Refusal, Words } from '../driver.ts'
import { hexNames, oidOfName } from './names.ts'

/** `form`: how octets are shown; `auto`: as text if they are printable, else in hex. */
export type OidAddress = { oid: string; form: 'auto' | 'text' | 'hex' }

const maxParts = 128
const maxPart = 4_294_967_295

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

/** The parsed address, or why it is refused. */
export function parseOidAddress(text: string): OidAddress | Refusal {
  const [, written = '', form] = /^([^/]*)(?:\/(text|hex))?$/i.exec(text.trim()) ?? []
  const oid = oidOf(written.trim())
  if (typeof oid !== 'string') return oid
  const isHex = [...hexNames].some((prefix) => oid.startsWith(`${prefix}.`))
  return { oid, form: (form?.toLowerCase() as 'text' | 'hex' | undefined) ?? (isHex ? 'hex' : 'auto') }
}

/** The number of an object. */
function oidOf(text: string): string | Refusal {
  const [, name, rest] = /^([A-Za-z][A-Za-z0-9-]*)((?:\.\d+)*)$/.exec(text) ?? []
  if (name !== undefined) {
    const prefix = oidOfName(name)
    if (prefix === undefined)
      return refuse(`${name} is not known here: write its number`, `未收录 ${name}，请填写数字 OID`)
    if (rest === '')
      return refuse(`Add the instance, such as ${name}.0 or ${name}.1`, `请加上实例号，例如 ${name}.0 或 ${name}.1`)
    return checked(`${prefix}${rest}`)
  }
  return checked(text.replace(/^\./, ''))
}

function checked(oid: string): string | Refusal {
  const parts = /^\d+(\.\d+)+$/.test(oid) ? oid.split('.') : []
  const [first, second] = parts.map(Number)
  const isValid =
    parts.length > 2 &&
    parts.length <= maxParts &&
    parts.every((part) => part.length <= 10 && Number(part) <= maxPart) &&
    first! <= 2 &&
    (first === 2 || second! < 40)
  if (isValid) return parts.map(Number).join('.')
  return refuse(
    'Write an OID such as 1.3.6.1.2.1.1.3.0, or a name such as sysUpTime.0 or ifInOctets.3',
    '请填写 OID（如 1.3.6.1.2.1.1.3.0）或名称（如 sysUpTime.0、ifInOctets.3）',
  )
}

export const addressExamples: readonly { address: string; about: Words }[] = [
  {
    address: 'sysUpTime.0',
    about: { en: 'time since the restart, in 1/100 s (uint32)', 'zh-cn': '启动以来的时间，单位 1/100 秒（uint32）' },
  },
  { address: 'sysName.0', about: { en: 'the name of the device, as string', 'zh-cn': '设备名称（字符串）' } },
  {
    address: 'ifHCInOctets.3',
    about: { en: 'bytes received at interface 3 (uint64)', 'zh-cn': '接口 3 接收的字节数（uint64）' },
  },
  {
    address: 'ifInOctets.3',
    about: {
      en: 'the same in 32 bits: it continues from 0 after 4294967295, at 1 Gbit/s every 34 s',
      'zh-cn': '同上，32 位：超过 4294967295 后从 0 重新计数，1 Gbit/s 时约 34 秒一圈',
    },
  },
  {
    address: 'ifOperStatus.3',
    about: {
      en: 'the state of interface 3; as bool: 1 is true, 2 is false',
      'zh-cn': '接口 3 的状态；布尔类型时 1 为真，2 为假',
    },
  },
  {
    address: 'ifPhysAddress.3/hex',
    about: { en: 'octets in hex, such as 00:1a:2b:3c:4d:5e', 'zh-cn': '以十六进制显示字节，例如 00:1a:2b:3c:4d:5e' },
  },
  {
    address: '1.3.6.1.4.1.318.1.1.1.2.2.2.0',
    about: { en: 'an object of a vendor, by its number', 'zh-cn': '厂商自定义对象（数字 OID）' },
  },
  {
    address: 'upsEstimatedChargeRemaining.0',
    about: { en: 'charge of a UPS in percent', 'zh-cn': 'UPS 电池剩余电量（%）' },
  },
]
