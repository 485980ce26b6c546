// What a code with marks says where its details are not known: beside a value, in the log, from an older gateway.
import type { MarkedName } from './errors.ts'

export const briefTexts = {
  tooManyFailures: ['Too many failed attempts, try again later', '失败次数过多，请稍后再试'],
  syncRefused: ['The gateway refused the configuration', '网关拒绝了配置'],
  gatewayTooOld: ['The software of the gateway is too old for this, update it', '网关软件版本过低，请升级后再试'],
  driverCapacity: ['The gateway allows no more drivers', '已达到网关的驱动数量上限'],
  signalCapacity: ['The device has no room for more variables', '已达到设备的变量数量上限'],
  reportCapacity: ['The device has no room for more history reports', '已达到设备的历史报表数量上限'],
  columnCapacity: ['The history report has no room for more variables', '已达到历史报表的变量数量上限'],
  summaryTwice: [
    'A variable stands twice in the summary with the same aggregation',
    '汇总报表中有变量的同一汇总方式重复',
  ],
  readBackDiffers: ['Written, but the PLC reads back another value', '已写入，但回读值不同'],
  serverUnknown: [
    'The server presents a certificate that was not accepted: test the connection to see it',
    '服务器证书尚未被接受，请测试连接查看',
  ],
  gatewayUnknown: [
    'The server does not trust the certificate of the gateway, accept it there',
    '服务器不信任网关证书，请在服务器上接受',
  ],
  serverSecurity: ['The server does not offer this security or login', '服务器不支持该安全设置或登录方式'],
  translationCapacity: ['The company has no room for more translations', '已达到企业的名称翻译数量上限'],
  pageCapacity: ['The device has no room for more pages', '已达到设备的组态页面数量上限'],
  writeOutOfRange: ['The value is out of its limits', '写入值超出限值'],
  formulaWrong: ['The expression is wrong', '表达式有误'],
  formulaSignal: ['The expression names a variable that does not exist', '表达式引用的变量不存在'],
  formulaTooLong: ['The expression is too long', '表达式过长'],
  writeTooLong: ['The text is too long', '文本过长'],
  writeCharacter: [
    'The text encoding of the variable lacks a character of the text',
    '变量的字符编码不支持文本中的字符',
  ],
  writeNotExact: ['The variable cannot hold the value exactly', '变量无法精确保存该值'],
  badParameter: ['A parameter is wrong', '参数错误'],
  nameExists: ['The name already exists', '名称已存在'],
  tooLarge: ['The request is too large', '请求过大'],
  rowsRefused: ['Rows are wrong, nothing was saved', '有数据行有误，未保存任何数据'],
  inUse: ['It is still in use', '仍在使用中'],
  badState: ['Not possible now', '当前状态不允许'],
  spanTooLong: ['The time range is too long', '查询时间范围过长'],
  tooManySignals: ['Too many variables at once', '一次查询的变量过多'],
  tooManyPoints: [
    'Too many points at once, choose a larger step or a shorter range',
    '数据点过多，请增大步长或缩短时间范围',
  ],
  unknown: ['Unexpected fault', '系统异常'],
} as const satisfies Record<MarkedName, readonly [en: string, zh: string]>
