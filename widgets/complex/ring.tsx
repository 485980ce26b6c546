// Registers the ring chart, see widgets/chart/pie-widget.
import { pieWidget } from '../chart/pie-widget.tsx'

export default pieWidget('ring', 'Ring', { en: 'Donut chart', 'zh-cn': '环形图' })
