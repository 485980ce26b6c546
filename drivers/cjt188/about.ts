// CJ/T 188 water, heat and gas meters, the pure half. Meters are only read.
import { checkMeterType, about as dlt645 } from '../dlt645/about.ts'
import { lineKey } from '../dlt645/params.ts'
import { isRefusal, type Point, type Refusal, type TagAbout } from '../driver.ts'
import { addressExamples, type Cjt188Address, heatExamples, parseCjt188Address } from './address.ts'
import { Cjt188Params, cjt188Fields, initialCjt188 } from './params.ts'

export const about: TagAbout<Cjt188Params, Cjt188Address> = {
  kind: 'tags',
  type: 'cjt188',
  transport: 'tcp',
  otherTransports: ['serial'],
  // Tested with one published request and answer of a water meter. No frames of heat or gas meters were compared.
  verified: 'vectors',
  peers: [],
  names: { en: 'CJ/T 188 water, heat or gas meter', 'zh-cn': 'CJ/T 188 水表、热量表、燃气表' },
  family: 'meter',
  models: {
    en: 'Water, heat and gas meters of Chinese makers',
    'zh-cn': '水表、热量表、燃气表（冷水、热水、直饮水、中水）',
  },
  params: Cjt188Params,
  initial: initialCjt188,
  fields: cjt188Fields,
  examples: addressExamples,
  examplesFor: ({ meterType }) => (meterType >> 4 === 2 ? heatExamples : addressExamples),
  dataTypes: dlt645.dataTypes,
  canBrowse: false,
  isPolled: true,
  parseAddress: parseCjt188Address,
  checkPoint,
  // Meters on one line share its connection.
  connectionKey: (params) => lineKey('cjt188', params),
  timing: ({ collectMs, waitMs, timeoutMs, retries }) => ({ collectMs, waitMs, timeoutMs, retries }),
  at: (host, port) => ({ host, port }),
}

function checkPoint(point: Point, params: Cjt188Params): Refusal | undefined {
  const address = parseCjt188Address(point.address, params)
  if (isRefusal(address)) return address
  if (point.access !== 'r')
    return { field: 'access', reason: { en: 'Values of this meter are read-only', 'zh-cn': '该仪表数据仅支持读取' } }
  return checkMeterType(point, address)
}
