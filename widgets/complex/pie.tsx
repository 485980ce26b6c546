// Registers the pie chart, see widgets/chart/pie-widget.
import { pieWidget } from '../chart/pie-widget.tsx'

export default pieWidget('pie', 'Pie', { en: 'Pie chart', 'zh-cn': '饼图' })
