/** Inline styles, since several mail programs drop anything else; the classes beside them carry the dark colours and the phone. */
export const styles = {
  font: "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
} as const;

/** What inline styles cannot say. */
export const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:520px){.pad{padding-left:16px!important;padding-right:16px!important}.thumb{width:96px!important}.thumb img{width:84px!important}}
@media (prefers-color-scheme:dark){
.bg{background:#14171c!important}.sheet{background:#1d2229!important;border-color:#333a44!important}
.ink{color:#eef1f5!important}.grey{color:#a3adba!important}.rule{border-color:#333a44!important}.link{color:#8ab4ff!important}
.del{background:#4a1d1b!important;color:#ffb4ab!important}.ins{background:#123d26!important;color:#8ee6b0!important}
.high{background:#5c1f1a!important;color:#ffd9d4!important}.bar{border-left-color:#e5695e!important}
}`;
