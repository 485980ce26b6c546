import { words } from '../../../ui/words.ts'

export const placePickerText = words('place-picker', {
  en: {
    choose: 'Select on the map',
    chooseNote: 'Press the place of the device. Drag to move the map, turn the wheel to zoom.',
    noPlaceYet: 'No place is selected yet',
    cancel: 'Cancel',
    take: 'Use this place',
    noMap: 'The map cannot be shown here. Enter the degrees instead.',
  },
  'zh-cn': {
    choose: '在地图上选择',
    chooseNote: '点击设备所在位置。拖动可移动地图，滚动滚轮可缩放。',
    noPlaceYet: '尚未选择位置',
    cancel: '取消',
    take: '使用此位置',
    noMap: '此处无法显示地图，请直接填写经纬度。',
  },
})
