import { words } from '../../ui/words.ts'

export const videoText = words('widget-video', {
  en: {
    noAddress: 'No address of a stream yet',
    notWeb:
      'Only addresses that start with https:// or http:// are played here: HLS (.m3u8), FLV (.flv) or a video file.',
    noRtmp: 'Browsers do not play RTMP or RTSP. Use the HLS or FLV address of the same camera.',
    plainHttp: 'Browsers do not load an http stream within an https page. Use an https address.',
    notAllowed: 'The settings of the platform do not allow videos of {{site}}.',
    noEzviz: 'This platform has no access to EZVIZ cameras. Enter an HLS or FLV address of the camera.',
    onlyNow: 'Live pictures are not stored. Go back to live to see them.',
    atRun: 'Video',
    play: 'Play',
    opening: 'Opening the stream …',
    still: 'No new picture for {{age}}',
    lost: 'The stream cannot be played at the moment. It is tried again.',
  },
  'zh-cn': {
    noAddress: '尚未填写视频流地址',
    notWeb: '此处仅播放以 https:// 或 http:// 开头的地址：HLS（.m3u8）、FLV（.flv）或视频文件。',
    noRtmp: '浏览器无法播放 RTMP 或 RTSP，请使用同一摄像头的 HLS 或 FLV 地址。',
    plainHttp: '浏览器不在 https 页面中加载 http 视频流，请使用 https 地址。',
    notAllowed: '平台设置不允许播放 {{site}} 的视频。',
    noEzviz: '本平台尚未接入萤石云摄像头，请填写该摄像头的 HLS 或 FLV 地址。',
    onlyNow: '实时画面不作存储，请返回实时查看。',
    atRun: '视频',
    play: '播放',
    opening: '正在打开视频流 …',
    still: '画面已停止 {{age}}',
    lost: '暂时无法播放视频流，正在重试。',
  },
})
