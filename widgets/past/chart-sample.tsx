import './chart-sample.css'

/** The chart in the designer: axes and grid without a curve. */
export const ChartSample = ({ titles }: { titles: readonly string[] }) => (
  <div className="chart-sample">
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {[20, 40, 60, 80].map((at) => (
        <path key={at} d={`M8 ${at}H96M${at} 8V92`} />
      ))}
      <path className="chart-sample-axes" d="M8 8V92H96" />
    </svg>
    <span>{titles.filter(Boolean).join(' · ')}</span>
  </div>
)
