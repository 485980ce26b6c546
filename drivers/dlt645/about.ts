// DL/T 645-2007 and -1997 electricity meters, the pure half.
import { dataTypes as allDataTypes } from '../../core/data-type.ts'
import { isRefusal, type Point, type Refusal, type TagAbout } from '../driver.ts'
import { refuseRegisterSettings } from '../register-settings.ts'
import { addressExamples, examples1997, type MeterAddress, parseMeterAddress } from './address.ts'
import { Dlt645Params, dlt645Fields, initialDlt645, lineKey } from './params.ts'

/** All types except binary coded decimals, which exist only in registers. */
const dataTypes = allDataTypes.filter((type) => !type.startsWith('bcd'))

export const about: TagAbout<Dlt645Params, MeterAddress> = {
  kind: 'tags',
  type: 'dlt645',
  transport: 'tcp',
  otherTransports: ['serial'],
  // The 2007 edition. The 1997 edition was compared with published frames only.
  verified: 'peer',
  peers: ['dlt645 3.2.0'],
  names: { en: 'DL/T 645 electricity meter', 'zh-cn': 'DL/T 645 电能表（2007/1997）' },
  family: 'meter',
  models: {
    en: 'Electricity meters of Chinese makers, single-phase and three-phase',
    'zh-cn': '单相、三相多功能电能表和智能电能表（威胜、林洋、华立、正泰、科陆、许继等）',
  },
  params: Dlt645Params,
  initial: initialDlt645,
  fields: dlt645Fields,
  examples: addressExamples,
  examplesFor: ({ standard }) => (standard === '1997' ? examples1997 : addressExamples),
  dataTypes,
  canBrowse: false,
  isPolled: true,
  parseAddress: parseMeterAddress,
  checkPoint,
  // Meters on one line share the connection to its serial server.
  connectionKey: (params) => lineKey('dlt645', params),
  timing: ({ collectMs, waitMs, timeoutMs, retries }) => ({ collectMs, waitMs, timeoutMs, retries }),
  at: (host, port) => ({ host, port }),
}

const refuse = (field: Refusal['field'], en: string, zh: string): Refusal => ({ field, reason: { en, 'zh-cn': zh } })

function checkPoint(point: Point, params: Dlt645Params): Refusal | undefined {
  const address = parseMeterAddress(point.address, params)
  if (isRefusal(address)) return address
  return checkMeterType(point, address) ?? checkAccess(point, address, params)
}

/** The fault of the type of a point of a meter, or of settings for bytes in registers. */
export function checkMeterType(
  point: Point,
  { format, bit }: Pick<MeterAddress, 'format' | 'bit'>,
): Refusal | undefined {
  const { dataType } = point
  const refusal = refuseRegisterSettings(point, {
    en: 'A value of a meter has no such setting',
    'zh-cn': '仪表数据无此项',
  })
  if (refusal) return refusal
  if (dataType === 'bool' && bit === undefined)
    return refuse(
      'dataType',
      'Only a bit of a status word is a bool, such as 04000503.4',
      '只有状态字的位可以是布尔类型，例如 04000503.4',
    )
  if (dataType !== 'bool' && bit !== undefined)
    return refuse('dataType', 'A single bit must be a bool', '单个位只能是布尔类型')
  if (dataType === 'bool') return undefined
  const isText = dataType === 'string'
  if (format.kind === 'text' || format.kind === 'time')
    return isText ? undefined : refuse('dataType', 'This value is a text', '该数据为文本')
  if (format.kind === 'binary') return isText ? refuse('dataType', 'This value is a number', '该数据为数值') : undefined
  const isWhole = !isText && !dataType.startsWith('float')
  return isWhole && format.decimals > 0
    ? refuse('dataType', 'This value has decimals: choose float64', '该数据带小数，请选择 float64')
    : undefined
}

function checkAccess(
  { access }: Point,
  { item, offset, bit }: MeterAddress,
  params: Dlt645Params,
): Refusal | undefined {
  if (access === 'r') return undefined
  if (params.standard === '1997')
    return refuse('access', 'Meters of the 1997 edition are read-only', '1997 版电表仅支持读取')
  if (!item?.row.isWritable || offset > 0 || bit !== undefined)
    return refuse('access', 'The standard does not let this value be written', '规约不允许写入该数据')
  return params.password === null
    ? refuse('access', 'Writing needs the password of the meter in the parameters', '写入需要在参数中填写电表密码')
    : undefined
}
