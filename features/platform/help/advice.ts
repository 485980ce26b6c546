// Advice for error codes: common codes have their own, others that of their family. Pure.
import { type ErrorName, type ErrorRow, errorRows, type Language } from '../../../contract/errors.ts'

type Words = readonly [en: string, zh: string]

const checkWiring: Words = [
  'Check power, wiring, address and serial settings of the PLC, and test the connection of the driver.',
  '检查 PLC 供电、接线、站号和串口参数，并在驱动中测试连接。',
]
const checkAddress: Words = [
  'Compare address and data type of the variable with the PLC program; mind an offset of one.',
  '将变量的地址和数据类型与 PLC 程序核对，注意是否相差 1。',
]
const synchronise: Words = [
  'Open the gateway and choose Synchronise, so that it runs what the platform has stored.',
  '打开网关并点击同步，使网关运行平台上保存的配置。',
]
const capacity: Words = [
  'Remove what is no longer needed, or ask the operator of the platform for a higher limit.',
  '删除不再需要的内容，或联系平台运营方提高上限。',
]
const askAdministrator: Words = [
  'Ask an administrator of your company for the permission, or for access to the object.',
  '请企业管理员授予相应权限或授权该对象。',
]
const waitOnline: Words = [
  'Check power and network of the gateway, and that its agent runs. Try again when it is online.',
  '检查网关供电、网络以及网关程序是否运行，上线后重试。',
]
const reload: Words = [
  'Load the page again, compare with what was saved meanwhile, and repeat your change.',
  '重新加载页面，核对他人已保存的内容后重做更改。',
]

const byName: Readonly<Partial<Record<ErrorName, Words>>> = {
  wrongCredentials: [
    'Check the spelling and the keyboard layout; recover the password if it is lost.',
    '检查拼写和键盘布局；忘记密码可找回。',
  ],
  usernameRequired: ['Enter the username.', '请输入用户名。'],
  captchaWrong: ['Enter the characters of the picture again.', '请重新输入图中字符。'],
  captchaExpired: ['Enter the characters of the new picture.', '请输入新图中的字符。'],
  tooManyFailures: [
    'Wait for the named time, or ask an administrator to set a new password.',
    '等待提示的时间，或请管理员重设密码。',
  ],
  sessionLost: ['Sign in again.', '请重新登录。'],
  accountDisabled: ['Ask an administrator of your company to enable the account.', '请企业管理员启用该账号。'],
  confirmPassword: [
    'Enter your own password; it is asked for again after ten minutes.',
    '输入您自己的密码；十分钟后会再次要求确认。',
  ],
  choosePassword: ['Choose a new password of your own.', '请设置自己的新密码。'],
  internalAccountLimit: capacity,
  externalAccountLimit: capacity,
  loginnameExists: ['Choose another username.', '请换一个用户名。'],
  phoneExists: ['Use another phone number, or remove it from the other account.', '更换手机号，或先从其他账号移除。'],
  emailExists: ['Use another e-mail address, or remove it from the other account.', '更换邮箱，或先从其他账号移除。'],
  organisationDisabled: ['Ask the operator of the platform.', '请联系平台运营方。'],
  invitationClosed: ['Ask whoever sent the link for a new one.', '请向发送人索取新链接。'],
  firstPasswordExpired: ['Recover the password, or ask an administrator for a new one.', '找回密码，或请管理员重设。'],
  equipmentNotFound: askAdministrator,
  noBoundGateway: ['Open “Device information” of the device and bind a gateway.', '打开设备的“基本信息”并绑定网关。'],
  claimWrong: [
    'Compare SN and verification code with the label. A gateway of another company must be released there first.',
    '核对标签上的 SN 和验证码；其他企业的网关须先由其释放。',
  ],
  equipmentHasGateway: ['Unbind the gateway from the device first.', '请先解绑该设备的网关。'],
  grantsMore: askAdministrator,
  ownGrant: ['Ask another administrator to change it.', '请其他管理员修改。'],
  commandTimeout: waitOnline,
  commandCancelled: ['Sign in again and repeat the command if it is still wanted.', '重新登录，如仍需要请再次下发。'],
  gatewayOffline: waitOnline,
  snExists: [
    'Look for the SN in the list of gateways; another company may have registered it.',
    '在网关列表中查找该 SN，也可能已由其他企业登记。',
  ],
  agentTwice: [
    'Stop one of the two agents; register a gateway of its own for it.',
    '停止其中一个网关程序，并为其登记独立的网关。',
  ],
  upgradeRunning: ['Wait until the upgrade has finished.', '请等待升级完成。'],
  notSynced: synchronise,
  alreadySynced: ['Nothing needs to be done.', '无需处理。'],
  syncRefused: ['Correct what the message names, save, and synchronise again.', '按提示修正并保存，然后重新同步。'],
  remoteDownload: [
    'Wait until the remote download ends, or end it in the panel of the gateway.',
    '等待远程下载结束，或在网关面板中结束。',
  ],
  gatewaySleeping: ['Wait until the gateway wakes up.', '请等待网关唤醒。'],
  gatewayTooOld: ['Upgrade the agent in the gateway’s panel, section Firmware.', '在网关面板的固件部分升级网关程序。'],
  driverCapacity: capacity,
  signalCapacity: capacity,
  alarmRuleCapacity: capacity,
  reportCapacity: capacity,
  plcBusy: [
    'Lengthen the poll interval of the driver, or connect fewer masters to the PLC.',
    '加大驱动的采集周期，或减少连接 PLC 的主站数量。',
  ],
  plcCheckError: [
    'Check cable, shielding, baud rate, parity and stop bits.',
    '检查电缆、屏蔽、波特率、校验位和停止位。',
  ],
  plcSignalMissing: synchronise,
  plcTimeout: checkWiring,
  plcAddressMissing: checkAddress,
  plcTypeError: checkAddress,
  plcReadOnly: ['Set the access of the variable to read and write, and synchronise.', '将变量改为可读写并同步。'],
  plcOutOfRange: ['Write a value within the range that the PLC accepts.', '写入 PLC 允许范围内的值。'],
  plcIllegalFunction: [
    'Choose another register area or function code in the driver.',
    '在驱动中改用其他寄存器区或功能码。',
  ],
  plcFault: ['Read the diagnostics of the PLC itself.', '请查看 PLC 自身的诊断信息。'],
  plcUnreachable: [
    'Check IP address, port and network between gateway and PLC, then test the connection.',
    '检查 IP、端口及网关与 PLC 之间的网络，然后测试连接。',
  ],
  clockWrong: ['Set the clock of the gateway, or let it use a time server.', '校准网关时钟，或启用时间服务器。'],
  plcMemoryParity: ['Restart the PLC; replace it if the fault returns.', '重启 PLC；如再次出现请更换。'],
  plcPathUnavailable: [
    'Check the unit id and the serial port settings in the Modbus gateway.',
    '检查站号以及 Modbus 网关中的串口设置。',
  ],
  plcTargetFailed: checkWiring,
  commandInterrupted: [
    'Read the value back before you write again: it may have been written.',
    '再次写入前请先核对当前值：上次可能已写入。',
  ],
  commandExpired: [
    'Nothing was written. Check the connection of the gateway and write again.',
    '未写入。检查网关连接后重新写入。',
  ],
  readBackDiffers: [
    'Compare scale and data type, and whether the PLC program overwrites the value.',
    '核对倍率和数据类型，以及 PLC 程序是否改写该值。',
  ],
  serverUnknown: [
    'Compare the fingerprint with the server’s own, then accept the certificate in the driver.',
    '与服务器上的指纹核对后，在驱动中接受该证书。',
  ],
  badParameter: ['Correct the field that the message names.', '按提示修正对应字段。'],
  notFound: askAdministrator,
  nameExists: ['Choose another name.', '请换一个名称。'],
  inUse: ['Remove it from what the message names first.', '请先从提示中的对象移除对它的引用。'],
  staleVersion: reload,
  badState: ['Do what the message names first, then try again.', '请先按提示处理，然后重试。'],
  tooManySignals: ['Choose fewer variables.', '请减少所选变量。'],
  savedTooMuch: ['Leave the page open and save again later.', '请保留当前页面，稍后再保存。'],
  noPermission: askAdministrator,
  noWritePermission: askAdministrator,
  noAlarmAccess: askAdministrator,
  tooFrequent: ['Wait a minute, then try again.', '请稍等一分钟再试。'],
  hostRefused: [
    'Open the platform by its own address, or set PUBLIC_URL to the address that you use.',
    '使用平台自身的地址访问，或将 PUBLIC_URL 设为当前地址。',
  ],
  unknown: [
    'Try again. If it returns, give the number in the message to the operator of the platform.',
    '请重试；若仍出现，请将提示中的编号告知平台运营方。',
  ],
}

const byFamily: readonly (readonly [from: number, to: number, words: Words])[] = [
  [
    1000,
    1099,
    [
      'Do what the message says; if that does not help, ask an administrator of your company.',
      '请按提示处理；仍无法解决时请联系企业管理员。',
    ],
  ],
  [
    1100,
    1299,
    [
      'Correct what the message names; if the object is missing, load the page again.',
      '按提示修正；如对象不存在，请重新加载页面。',
    ],
  ],
  [
    1300,
    1499,
    [
      'Open the panel of the gateway: it shows state, connection and synchronisation.',
      '打开网关面板，查看状态、连接和同步情况。',
    ],
  ],
  [1500, 1599, ['Open the driver of the device and test the connection.', '打开设备驱动并测试连接。']],
  [
    1700,
    1799,
    [
      'Open the variable: Explain shows where its value comes from and at which stage it fails.',
      '打开变量的“数值溯源”，查看数值来源及出错环节。',
    ],
  ],
  [
    2300,
    2499,
    [
      'Try again later; if it stays, ask the operator of the platform about the outside service.',
      '稍后重试；若仍出现，请向平台运营方咨询外部服务。',
    ],
  ],
  [2500, 2599, ['Ask whoever shared it for a valid link and password.', '请向分享人索取有效的链接和密码。']],
  [10000, 10099, ['Correct the field that the message names.', '按提示修正对应字段。']],
  [
    90000,
    99999,
    ['Try again; if it returns, ask the operator of the platform.', '请重试；若仍出现，请联系平台运营方。'],
  ],
]

const anyOther: Words = ['Correct what the message names, and try again.', '按提示修正后重试。']

const ownOf = ({ name, advice }: ErrorRow): Words | undefined => advice ?? byName[name as ErrorName]

/** The advice for a code, or else for its family. */
export function adviceOf(code: number, language: Language): string {
  const row = errorRows.find((each) => each.code === code)
  const own = row && ownOf(row)
  const family = byFamily.find(([from, to]) => code >= from && code <= to)?.[2]
  return (own ?? family ?? anyOther)[language === 'en' ? 0 : 1]
}

/** The codes that have their own advice. */
export const advisedCodes: readonly number[] = errorRows.flatMap((row) => (ownOf(row) ? [row.code] : []))
