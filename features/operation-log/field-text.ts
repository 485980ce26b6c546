// The fields an operation can change, as the screens name them.
import { words } from '../../ui/words.ts'

export const fieldText = words('operation-log-field', {
  en: {
    name: 'name',
    number: 'number',
    manufacturer: 'manufacturer',
    factoryDate: 'factory date',
    installDate: 'install date',
    warrantyUntil: 'warranty until',
    iccid: 'ICCID',
    sort: 'sort number',
    address: 'address',
    longitude: 'longitude',
    latitude: 'latitude',
    ruleType: 'opens as',
    zone: 'time zone',
    remark: 'remark',
    sn: 'SN',
    series: 'series',
    model: 'model',
    signals: 'variables',
    drivers: 'drivers',
    reports: 'history reports',
    report: 'history report',
    version: 'version',
    force: 'forced',
    widgets: 'widgets',
    title: 'title',
    equipmentCount: 'devices',
  },
  'zh-cn': {
    name: '名称',
    number: '编号',
    manufacturer: '生产厂家',
    factoryDate: '出厂日期',
    installDate: '安装日期',
    warrantyUntil: '质保期至',
    iccid: 'ICCID',
    sort: '排序号',
    address: '地址',
    longitude: '经度',
    latitude: '纬度',
    ruleType: '打开方式',
    zone: '时区',
    remark: '备注',
    sn: '序列号',
    series: '系列',
    model: '型号',
    signals: '变量数',
    drivers: '驱动数',
    reports: '历史报表数',
    report: '历史报表',
    version: '版本',
    force: '强制同步',
    widgets: '控件数',
    title: '名称',
    equipmentCount: '设备数',
  },
})

type Field = (typeof fieldText.keys)[number]

const isNamed = (field: string): field is Field => fieldText.keys.some((key) => key === field)

/** The name of a field in the user's language; one that nobody named stands as it is kept. */
export const fieldName = (field: string): string => (isNamed(field) ? fieldText.t(field) : field)
