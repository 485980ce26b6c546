// A drawing with every element of SVG that the import reads, and with those that it never imports.
export const pumpStationSvg = `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="900" height="500" viewBox="0 0 900 500">
  <title>Pump station</title>
  <style>
    .steel { fill: none; stroke: #5b6672; stroke-width: 2 }
    .pipe { fill: none; stroke: #5b6672; stroke-width: 6 }
    text { font-family: sans-serif; fill: #171b20 }
    .pipe:hover { stroke: red }
  </style>
  <defs>
    <linearGradient id="water" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#9cc3ea"/>
      <stop offset="1" stop-color="#1d5fa8"/>
    </linearGradient>
    <clipPath id="well"><rect x="60" y="160" width="180" height="220" rx="20"/></clipPath>
    <symbol id="pump" viewBox="0 0 60 60">
      <circle cx="30" cy="30" r="28" fill="#ffffff" stroke="#5b6672" stroke-width="2"/>
      <polygon points="16,10 54,30 16,50" fill="#5b6672"/>
    </symbol>
    <filter id="shadow"><feGaussianBlur stdDeviation="3"/></filter>
  </defs>
  <text x="60" y="60" font-size="26" font-weight="bold">Pump station</text>
  <text x="60" y="86" font-size="14">River intake <tspan x="60" dy="18">Two pumps</tspan></text>
  <g inkscape:label="Well">
    <rect x="60" y="260" width="180" height="120" fill="url(#water)" clip-path="url(#well)"/>
    <rect class="steel" x="60" y="160" width="180" height="220" rx="20" filter="url(#shadow)"/>
    <path d="M70 262C100 250 130 274 160 262S215 250 232 262" fill="none" stroke="#ffffff" stroke-width="2"/>
  </g>
  <g inkscape:label="Pumps">
    <use href="#pump" x="330" y="180" width="60" height="60"/>
    <use xlink:href="#pump" x="330" y="300" width="60" height="60"/>
    <text x="360" y="265" font-size="13" text-anchor="middle">P-101</text>
    <text x="360" y="385" font-size="13" text-anchor="middle">P-102</text>
  </g>
  <line class="pipe" x1="240" y1="210" x2="330" y2="210"/>
  <line class="pipe" x1="240" y1="330" x2="330" y2="330"/>
  <polyline class="pipe" points="390,210 470,210 470,270 620,270"/>
  <polyline class="pipe" points="390,330 470,330 470,270"/>
  <ellipse cx="560" cy="270" rx="26" ry="18" fill="#ffffff" stroke="#5b6672" stroke-width="2"/>
  <polygon points="640,240 690,270 640,300 590,270" transform="translate(30 0)" fill="#d7dee6" stroke="#5b6672"/>
  <g transform="translate(740 200) rotate(15)">
    <rect width="90" height="60" fill="#d7dee6" stroke="#5b6672" stroke-width="1.5"/>
    <line x1="0" y1="30" x2="90" y2="30" stroke="#5b6672" stroke-dasharray="6 4"/>
    <text x="45" y="50" font-size="12" text-anchor="middle">Drive</text>
  </g>
  <g opacity="0.4">
    <path d="M600 420q40 -40 80 0t80 0t80 0" fill="none" stroke="#1d5fa8" stroke-width="4"/>
    <circle cx="620" cy="440" r="8" fill="#1d5fa8"/>
  </g>
  <image x="60" y="420" width="32" height="32" preserveAspectRatio="none"
    href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/p9w3dAAAAABJRU5ErkJggg=="/>
  <svg x="120" y="410" width="120" height="60" viewBox="0 0 60 30">
    <rect width="60" height="30" rx="4" fill="#3b7f78" onclick="alert(1)"/>
    <text x="30" y="19" font-size="10" text-anchor="middle" fill="#fff">nested</text>
  </svg>
  <image href="https://pictures.example/logo.png" width="80" height="40"/>
  <script>alert('never')</script>
  <foreignObject x="0" y="0" width="10" height="10"><div xmlns="http://www.w3.org/1999/xhtml">never</div></foreignObject>
  <rect x="700" y="60" width="40" height="40"><animate attributeName="x" to="0" dur="1s"/></rect>
</svg>
`
