// Errors of cameras. [S8]
import { roomErrors } from '../../../contract/room-errors.ts'

const advice = [
  'Check the camera, and the AppKey under Extensions, Video provider.',
  '检查摄像头，以及“扩展 - 视频接入参数”中的 AppKey。',
] as const

export const errors = roomErrors(
  {
    camerasOff: {
      code: 3203,
      en: 'EZVIZ is not enabled on this platform; its operator does so by the setting EZVIZ',
      zh: '平台未启用萤石云，请联系平台运营方设置 EZVIZ',
    },
    cameraNotSetUp: {
      code: 3204,
      en: 'No AppKey of EZVIZ is stored; an administrator of the company enters it under Extensions, Video provider',
      zh: '尚未填写萤石云 AppKey，请企业管理员在“扩展 - 视频接入参数”中填写',
    },
    cameraKeyWrong: {
      code: 3205,
      en: 'EZVIZ refused the AppKey or its secret',
      zh: '萤石云拒绝了 AppKey 或 AppSecret，请检查视频接入参数',
    },
    cameraUnknown: {
      code: 3206,
      en: 'EZVIZ knows no camera {serial}',
      zh: '萤石云中没有 SN 为 {serial} 的摄像头',
      brief: ['EZVIZ does not know the camera', '萤石云中没有该摄像头'],
    },
    cameraForeign: {
      code: 3207,
      en: 'The camera {serial} is not in the EZVIZ account of the company',
      zh: '摄像头 {serial} 不在企业的萤石云账号下',
      brief: ['The camera is not in the EZVIZ account of the company', '摄像头不在企业的萤石云账号下'],
    },
    cameraSerialWrong: {
      code: 3208,
      en: '"{serial}" is not a serial number of EZVIZ',
      zh: '“{serial}”不是有效的萤石云 SN',
      brief: ['This is no serial number of EZVIZ', '不是有效的萤石云 SN'],
    },
    cameraChannelMissing: {
      code: 3209,
      en: 'The camera {serial} has no channel {channel}',
      zh: '摄像头 {serial} 没有通道 {channel}',
      brief: ['The camera has no such channel', '摄像头没有该通道'],
    },
    cameraOffline: { code: 3210, en: 'The camera is offline', zh: '摄像头不在线' },
    cameraEncrypted: {
      code: 3211,
      en: 'The picture of the camera is encrypted; switch encryption off in the EZVIZ app',
      zh: '摄像头已开启画面加密，请在萤石云 App 中关闭',
    },
    cameraQuota: {
      code: 3212,
      en: 'The quota of the EZVIZ account is used up; raise it in the console of EZVIZ',
      zh: '萤石云账号的配额已用完，请在萤石云控制台提升',
    },
    cameraTurning: { code: 3213, en: 'Another user is turning the camera', zh: '其他用户正在控制该摄像头' },
    cameraAtEnd: { code: 3214, en: 'The camera cannot turn any further', zh: '摄像头已转到极限位置' },
    cameraCannotTurn: { code: 3215, en: 'This camera cannot be turned', zh: '该摄像头不支持云台控制' },
    cameraCannotTalk: { code: 3216, en: 'This camera has no speaker', zh: '该摄像头没有扬声器' },
    cameraVoiceQuota: {
      code: 3217,
      en: 'The EZVIZ account has no quota for voice messages; buy it in the console of EZVIZ',
      zh: '萤石云账号没有语音播报配额，请在萤石云控制台购买',
    },
    cameraFailed: {
      code: 3218,
      en: 'EZVIZ does not answer: {reason}',
      zh: '萤石云无响应：{reason}',
      brief: ['EZVIZ does not answer', '萤石云无响应'],
    },
    cameraRefused: {
      code: 3219,
      en: 'EZVIZ answered {answer}: {reason}',
      zh: '萤石云返回 {answer}：{reason}',
      brief: ['EZVIZ refused it', '萤石云拒绝了该操作'],
    },
  },
  advice,
)
