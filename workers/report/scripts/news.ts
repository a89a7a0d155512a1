import type { ScriptTemplate } from "./script";

const CONVENTIONS = [
  "Words are runs of letters and digits, in lower case. Score: weight of the positive words over that of all sentiment words; an amplifier or dampener directly after a word sets its weight.",
  "Direction: 1 is LONG, -1 SHORT, 0 NEUTRAL. Timeframe: days. High volatility: 1 is High, 0 Normal.",
];

export const newsScript: ScriptTemplate = {
  python: {
    notes: ["Written for Python 3.9 and its standard library.", ...CONVENTIONS],
    code: `
import re
from collections import Counter


def words_of(text):
    return [word.lower() for word in re.findall(r"[^\\W_]+", text)]


def clamp(value):
    return min(1.0, max(0.0, value))


def sentiment_of(words):
    """The score, and the number of sentiment words."""
    weights = dict(zip(settings["weighting"], settings["weights"]))
    total, count = Counter(), 0
    for place, word in enumerate(words):
        if word not in settings["positive"] and word not in settings["negative"]:
            continue
        behind = words[place + 1] if place + 1 < len(words) else ""
        before = words[max(0, place - int(settings["negationWindow"])):place]
        turned = settings["negation"] and any(one in settings["negators"] for one in before)
        total[(word in settings["positive"]) != turned] += weights.get(behind, 1.0)
        count += 1
    return (total[True] / (total[True] + total[False]) if count else 0.5), count


def topics_of(words):
    """Topics by weight times number of keywords, with that number."""
    place = dict(zip(settings["keyword"], settings["keywordTopic"]))
    pairs = [f"{one} {two}" for one, two in zip(words, words[1:])]
    counts = Counter(int(place[one]) for one in words + pairs if one in place)
    weight = settings["topicWeight"]
    return sorted(counts.items(), key=lambda item: (-weight[item[0]] * item[1], -weight[item[0]]))[: int(settings["maxTopics"])]


def relevance(topics, share):
    total = sum(count * share[topic] for topic, count in topics)
    return sum(settings["topicWeight"][topic] * count * share[topic] for topic, count in topics) / total if total else 0.0


def regime_of(context):
    if not context.strip():
        return "unknown"
    place = dict(zip(settings["contextWord"], settings["contextRegime"]))
    counts = Counter(place[word] for word in words_of(context) if word in place)
    most = max(settings["regime"], key=lambda regime: counts[regime])
    return most if counts[most] else "neutral"


regime = regime_of("".join(settings["context"]))
at = settings["regime"].index(regime)
above, below, span = settings["base"]
of_sentiment, of_topics, of_context = settings["strength"]
for number in range(1, int(settings["texts"]) + 1):
    words = words_of("".join(settings[f"text {number}"]))
    name = f"{number}: " if settings["texts"] > 1 else ""
    score, count = sentiment_of(words)
    topics = topics_of(words)
    if score > above:
        direction, certain, factor = 1, clamp((score - above) / span), settings["long"][at]
    elif score < below:
        direction, certain, factor = -1, clamp((below - score) / span), settings["short"][at]
    else:
        direction, certain, factor = 0, clamp(1 - 2 * abs(score - 0.5)), settings["neutral"][at]
    clear = 2 * abs(score - 0.5)
    strength = of_sentiment * clear + of_topics * relevance(topics, [1] * len(settings["topicShare"])) + of_context * settings["contextValue"][at]
    report("Python", name + "Sentiment", score)
    report("Python", name + "News confidence", min(1, count / settings["fullConfidence"]))
    report("Python", name + "Direction", direction)
    report("Python", name + "Strength", clamp(strength * factor))
    report("Python", name + "Confidence", clamp(certain * factor))
    report("Python", name + "Timeframe", 1 if regime == "volatile" or not topics else settings["topicDays"][topics[0][0]])
    report("Python", name + "Immediate impact", clamp(strength * factor) * clamp(certain * factor))
    report("Python", name + "Long-term impact", relevance(topics, settings["topicShare"]))
    report("Python", name + "High volatility", regime == "volatile" or clear * of_context > settings["volatilityThreshold"])
`,
  },
  r: {
    notes: ["Written for R 4.2, without packages.", ...CONVENTIONS],
    code: `
words_of <- function(text) tolower(regmatches(text, gregexpr("[\\\\p{L}\\\\p{N}]+", text, perl = TRUE))[[1]])
clamp <- function(value) min(1, max(0, value))

# The score, and the number of sentiment words.
sentiment_of <- function(words) {
  total <- c(0, 0)
  count <- 0
  for (place in which(words %in% c(settings[["positive"]], settings[["negative"]]))) {
    behind <- match(words[place + 1], settings[["weighting"]])
    before <- words[seq_len(place - 1)]
    turned <- settings[["negation"]] && any(tail(before, settings[["negationWindow"]]) %in% settings[["negators"]])
    side <- if (xor(words[place] %in% settings[["positive"]], turned)) 1 else 2
    total[side] <- total[side] + (if (is.na(behind)) 1 else settings[["weights"]][behind])
    count <- count + 1
  }
  c(if (count > 0) total[1] / sum(total) else 0.5, count)
}

# Topics by weight times number of keywords, with that number.
topics_of <- function(words) {
  pairs <- paste(head(words, -1), tail(words, -1))
  found <- settings[["keywordTopic"]][match(c(words, pairs), settings[["keyword"]])] + 1
  counts <- tabulate(found[!is.na(found)], length(settings[["topicWeight"]]))
  weight <- settings[["topicWeight"]]
  ranked <- head(order(-weight * counts, -weight), settings[["maxTopics"]])
  ranked <- ranked[counts[ranked] > 0]
  list(topic = ranked, count = counts[ranked])
}

relevance <- function(topics, share) {
  weights <- topics$count * share[topics$topic]
  if (sum(weights) > 0) sum(settings[["topicWeight"]][topics$topic] * weights) / sum(weights) else 0
}

regime_of <- function(context) {
  if (trimws(context) == "") return("unknown")
  found <- settings[["contextRegime"]][match(words_of(context), settings[["contextWord"]])]
  counts <- sapply(settings[["regime"]], function(regime) sum(found == regime, na.rm = TRUE))
  if (max(counts) == 0) "neutral" else settings[["regime"]][which.max(counts)]
}

regime <- regime_of(paste(settings[["context"]], collapse = ""))
at <- match(regime, settings[["regime"]])
base <- settings[["base"]]
shares <- settings[["strength"]]
for (number in seq_len(settings[["texts"]])) {
  words <- words_of(paste(settings[[paste("text", number)]], collapse = ""))
  report_figure <- function(name, value) report("R", paste0(if (settings[["texts"]] > 1) paste0(number, ": ") else "", name), value)
  scored <- sentiment_of(words)
  score <- scored[1]
  topics <- topics_of(words)
  if (score > base[1]) {
    direction <- 1
    certain <- clamp((score - base[1]) / base[3])
    factor <- settings[["long"]][at]
  } else if (score < base[2]) {
    direction <- -1
    certain <- clamp((base[2] - score) / base[3])
    factor <- settings[["short"]][at]
  } else {
    direction <- 0
    certain <- clamp(1 - 2 * abs(score - 0.5))
    factor <- settings[["neutral"]][at]
  }
  clear <- 2 * abs(score - 0.5)
  ones <- rep(1, length(settings[["topicShare"]]))
  strength <- shares[1] * clear + shares[2] * relevance(topics, ones) + shares[3] * settings[["contextValue"]][at]
  report_figure("Sentiment", score)
  report_figure("News confidence", min(1, scored[2] / settings[["fullConfidence"]]))
  report_figure("Direction", direction)
  report_figure("Strength", clamp(strength * factor))
  report_figure("Confidence", clamp(certain * factor))
  report_figure("Timeframe", if (regime == "volatile" || length(topics$topic) == 0) 1 else settings[["topicDays"]][topics$topic[1]])
  report_figure("Immediate impact", clamp(strength * factor) * clamp(certain * factor))
  report_figure("Long-term impact", relevance(topics, settings[["topicShare"]]))
  report_figure("High volatility", regime == "volatile" || clear * shares[3] > settings[["volatilityThreshold"]])
}
`,
  },
};
