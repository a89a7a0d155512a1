import { describe, expect, it } from "vitest";
import { days, names, primary, series } from "./ingest";

/** Encodes text in an encoding the language can only decode, by decoding every pair of bytes to find each character. */
function encoded(text: string, encoding: string): Blob {
  const decoder = new TextDecoder(encoding);
  const wanted = new Set([...text].filter((sign) => sign > "\x7f"));
  const bytesOf = new Map<string, number[]>();
  const learn = (bytes: number[]) => {
    const sign = decoder.decode(Uint8Array.from(bytes));
    if (wanted.has(sign) && !bytesOf.has(sign)) bytesOf.set(sign, bytes);
  };
  for (let lead = 0x80; lead < 0xff; lead++) {
    learn([lead]);
    for (let trail = 0x40; trail < 0xff; trail++) learn([lead, trail]);
  }
  const bytes = [...text].flatMap((sign) => bytesOf.get(sign) ?? sign.charCodeAt(0));
  return new Blob([Uint8Array.from(bytes)]);
}

const BARS = ["2024-01-02,1,3,0.5,2,100", "2024-01-03,2,4,1.5,3,200"];
const bars = (header: string) => `${header}\n${BARS.join("\n")}\n`;

describe("texts in legacy encodings", () => {
  it.each([
    ["gb18030", "日期,开盘,最高,最低,收盘,成交量", "收盘"],
    ["big5", "日期,開盤價,最高價,最低價,收盤價,成交量", "收盤價"],
    ["shift_jis", "日付,始値,高値,安値,終値,出来高", "終値"],
    ["euc-jp", "日付,始値,高値,安値,終値,出来高", "終値"],
    ["euc-kr", "날짜,시가,고가,저가,종가,거래량", "종가"],
    ["windows-1251", "Дата,Открытие,Максимум,Минимум,Закрытие,Объём", undefined],
    ["windows-1250", "Data,Otwarcie,Najwyższy,Najniższy,Zamknięcie,Wolumen", undefined],
    ["windows-1254", "Tarih,Açılış,Yüksek,Düşük,Kapanış,Hacim", undefined],
    ["windows-1252", "Datum,Eröffnung,Hoch,Tief,Schluß,Stück", undefined],
  ])("%s by the words of its header", async (encoding, header, close) => {
    const read = await series(encoded(bars(header), encoding));
    expect([read.quality.encoding, names(read), days(read)]).toEqual([encoding, header.split(",").slice(1), ["2024-01-02", "2024-01-03"]]);
    if (close) expect([read.columns[read.primary].name, primary(read)]).toEqual([close, [2, 3]]);
  });

  it.each([
    ["gb18030", "沪深三百指数的历史行情资料来自本地终端"],
    ["big5", "臺灣加權股價指數歷史資料來自本機終端系統"],
    ["shift_jis", "トヨタ自動車の株価データ"],
    ["euc-jp", "トヨタ自動車の株価データ"],
    ["euc-kr", "삼성전자 주가 자료 한국 은행 통계 시스템"],
    ["windows-1251", "Московская биржа, индекс"],
    ["windows-1252", "Société Générale, clôture à Paris, cours réels"],
    ["windows-1252", "Präzision: Kurs für Öl, Größe"],
  ])("%s by how its bytes pair up", async (encoding, title) => {
    const read = await series(encoded(`${title}\nDate,Close\n2024-01-02,2\n2024-01-03,3\n`, encoding));
    expect([read.quality.encoding, names(read), primary(read)]).toEqual([encoding, ["Close"], [2, 3]]);
  });

  it("accents in Western European headers", async () => {
    for (const header of ["Währung", "Größe", "Ämter", "Clôture à", "Última", "Prix (€)"])
      expect((await series(encoded(`Date,${header}\n2024-01-02,2\n2024-01-03,3\n`, "windows-1252"))).quality.encoding).toBe("windows-1252");
  });

  it("a broker's table: title above, tabs, amounts in ten thousands, note below", async () => {
    const text = [
      "600519 贵州茅台 日线 前复权",
      "日期\t开盘\t最高\t最低\t收盘\t成交量\t成交额",
      "2024/01/02\t1\t3\t0.5\t2\t1.5万\t2亿",
      "2024/01/03\t2\t4\t1.5\t3\t2.5万\t3亿",
      "#数据来源:通达信",
    ].join("\r\n");
    const read = await series(encoded(text, "gb18030"));
    expect([days(read), primary(read), [...(read.columns.find(({ name }) => name === "成交量")?.values ?? [])]]).toEqual([
      ["2024-01-02", "2024-01-03"],
      [2, 3],
      [15_000, 25_000],
    ]);
  });

  it("a text larger than the sample is read to its end", async () => {
    const rows = Array.from({ length: 15_000 }, (_, row) => `${new Date(86_400_000 * row).toISOString().slice(0, 10)},${row},备注\n`).join(
      "",
    );
    const read = await series(encoded(`日期,收盘,说明\n${rows}`, "gb18030"));
    expect([read.columns[0].values.length, read.quality.encoding, primary(read).at(-1)]).toEqual([15_000, "gb18030", 14_999]);
  });
});
