// HTTP with JSON, the pure half: parameters, addresses, checks of variables.
import { dataTypes as allDataTypes } from '../../core/data-type.ts'
import { acceptsCertificate } from '../accepted-certificate.ts'
import { isRefusal, type Point, type Refusal, type TagAbout } from '../driver.ts'
import { refuseRegisterSettings } from '../register-settings.ts'
import { addressExamples, type HttpAddress, parseHttpAddress } from './address.ts'
import { httpFields } from './fields.ts'
import { HttpParams, initialHttp, originOf } from './params.ts'

/** All types except binary coded decimals, which exist only in registers. */
const dataTypes = allDataTypes.filter((type) => !type.startsWith('bcd'))

export const about: TagAbout<HttpParams, HttpAddress> = {
  kind: 'tags',
  type: 'http',
  transport: 'tcp',
  verified: 'peer',
  peers: ['Python http.server'],
  names: { en: 'HTTP / REST (JSON)', 'zh-cn': 'HTTP / REST（JSON）' },
  family: 'standard',
  models: {
    en: 'Web services and devices with a web interface: MES and ERP interfaces, weather services, Shelly, Tasmota, inverters, IP sensors',
    'zh-cn': '提供 Web 接口的系统与设备：MES、ERP 接口、气象服务、Shelly、Tasmota、逆变器、网络传感器',
  },
  params: HttpParams,
  initial: initialHttp,
  fields: httpFields,
  examples: addressExamples,
  dataTypes,
  canBrowse: false,
  isPolled: true,
  requestOf: (address) => address.trim().split('#', 1)[0]!,
  accepts: acceptsCertificate,
  parseAddress: (address) => parseHttpAddress(address),
  checkPoint,
  // A secret is bound to the server, the user and the proof that the server has to give.
  connectionKey: (params) => {
    const { auth, userName, verifyCertificate, serverFingerprint } = params
    const proof = verifyCertificate ? serverFingerprint : 'unverified'
    return `http:${originOf(params)} ${auth} ${userName} ${proof}`.trimEnd()
  },
  timing: ({ collectMs, waitMs, timeoutMs, retries }) => ({ collectMs, waitMs, timeoutMs, retries }),
  at: (host, port) => ({ url: `http://${host.includes(':') ? `[${host}]` : host}:${port}` }),
}

/** Refuses settings for bytes in registers, and writes whose body cannot be derived from the address. */
function checkPoint(point: Point, { writeBody }: HttpParams): Refusal | undefined {
  const address = parseHttpAddress(point.address)
  if (isRefusal(address)) return address
  const refusal = refuseRegisterSettings(point, {
    en: 'A value in JSON has no such setting',
    'zh-cn': 'JSON 数值无此项',
  })
  if (refusal) return refusal
  const isInList = address.json?.some((name) => /^\d+$/.test(name))
  if (point.access === 'r' || writeBody !== '' || !isInList) return undefined
  return {
    field: 'access',
    reason: {
      en: 'To write a value in a list, enter the write request body in the driver',
      'zh-cn': '列表中的数值须先在驱动中填写“写入请求体”才能写入',
    },
  }
}
