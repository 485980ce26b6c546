// Faults of what the platform asks outside, WeChat, weather and cameras: part of contract/errors.ts.
export const outsideErrors = {
  2301: ['weChatOff', 'WeChat is not set up on this platform', '平台未开通微信绑定'],
  2302: ['weChatDenied', 'WeChat was not authorised, or it was cancelled', '微信授权被拒绝或已取消'],
  2303: [
    'weChatGone',
    'The scan has expired or was started in another browser; start again',
    '微信授权已过期，请重新扫码',
  ],
  2304: ['weChatUnreachable', 'WeChat does not answer; try again in a moment', '微信服务无响应，请稍后再试'],
  2305: ['weChatInvalid', 'The answer of WeChat was refused', '微信返回的数据无效，请联系管理员'],
  2306: [
    'weChatUnknown',
    'This WeChat is bound to no account; sign in another way and bind it under account security',
    '该微信未绑定账号，请用其他方式登录后在账号安全中绑定',
  ],
  2401: ['weatherFailed', 'The weather service does not answer: {reason}', '天气服务无响应：{reason}'],
  3203: [
    'camerasOff',
    'EZVIZ is not enabled on this platform; its operator does so by the setting EZVIZ',
    '平台未启用萤石云，请联系平台运营方设置 EZVIZ',
  ],
  3204: [
    'cameraNotSetUp',
    'No AppKey of EZVIZ is stored; an administrator of the company enters it under Extensions, Video provider',
    '尚未填写萤石云 AppKey，请企业管理员在“扩展 - 视频接入参数”中填写',
  ],
  3205: [
    'cameraKeyWrong',
    'EZVIZ refused the AppKey or its secret',
    '萤石云拒绝了 AppKey 或 AppSecret，请检查视频接入参数',
  ],
  3206: ['cameraUnknown', 'EZVIZ knows no camera {serial}', '萤石云中没有 SN 为 {serial} 的摄像头'],
  3207: [
    'cameraForeign',
    'The camera {serial} is not in the EZVIZ account of the company',
    '摄像头 {serial} 不在企业的萤石云账号下',
  ],
  3208: ['cameraSerialWrong', '"{serial}" is not a serial number of EZVIZ', '“{serial}”不是有效的萤石云 SN'],
  3209: ['cameraChannelMissing', 'The camera {serial} has no channel {channel}', '摄像头 {serial} 没有通道 {channel}'],
  3210: ['cameraOffline', 'The camera is offline', '摄像头不在线'],
  3211: [
    'cameraEncrypted',
    'The picture of the camera is encrypted; switch encryption off in the EZVIZ app',
    '摄像头已开启画面加密，请在萤石云 App 中关闭',
  ],
  3212: [
    'cameraQuota',
    'The quota of the EZVIZ account is used up; raise it in the console of EZVIZ',
    '萤石云账号的配额已用完，请在萤石云控制台提升',
  ],
  3213: ['cameraTurning', 'Another user is turning the camera', '其他用户正在控制该摄像头'],
  3214: ['cameraAtEnd', 'The camera cannot turn any further', '摄像头已转到极限位置'],
  3215: ['cameraCannotTurn', 'This camera cannot be turned', '该摄像头不支持云台控制'],
  3216: ['cameraCannotTalk', 'This camera has no speaker', '该摄像头没有扬声器'],
  3217: [
    'cameraVoiceQuota',
    'The EZVIZ account has no quota for voice messages; buy it in the console of EZVIZ',
    '萤石云账号没有语音播报配额，请在萤石云控制台购买',
  ],
  3218: ['cameraFailed', 'EZVIZ does not answer: {reason}', '萤石云无响应：{reason}'],
  3219: ['cameraRefused', 'EZVIZ answered {answer}: {reason}', '萤石云返回 {answer}：{reason}'],
} as const
