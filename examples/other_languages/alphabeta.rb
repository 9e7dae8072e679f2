# frozen_string_literal: true

# Tic-tac-toe by alpha-beta with a max and a min function, told to plyscope line by line as it is searched.
#
#   ruby alphabeta.rb | plyscope import - -o tictactoe.plyscope

require "json"

# The recorder: this is what a search of your own needs.
module Recorder
  def self.tell(event)
    puts JSON.generate(event)
  end

  def self.enter(move, turn, alpha, beta)
    tell(enter: move, turn: turn, alpha: finite(alpha), beta: finite(beta))
  end

  def self.leave(value, status)
    tell(leave: value, status: status)
    value
  end

  def self.prune(moves)
    tell(prune: moves)
  end

  # JSON has no infinity; null is an open end.
  def self.finite(bound)
    bound.infinite? ? nil : bound
  end
end

# The game and the search.
class AlphaBeta
  NAMES = %w[a1 b1 c1 a2 b2 c2 a3 b3 c3].freeze
  LINES = [%w[a1 b1 c1], %w[a2 b2 c2], %w[a3 b3 c3], %w[a1 a2 a3],
           %w[b1 b2 b3], %w[c1 c2 c3], %w[a1 b2 c3], %w[c1 b2 a3]].freeze

  def initialize
    @board = {}
  end

  def max_value(last, alpha, beta)
    Recorder.enter(last, "MAX", alpha, beta)
    return Recorder.leave(utility, "terminal") if over?

    best = -Float::INFINITY
    free.each_with_index do |move, index|
      best = [best, play(move, :x) { min_value(move, alpha, beta) }].max
      if best >= beta
        Recorder.prune(free.drop(index + 1)) # where none is left, too: the cutoff counts
        break
      end
      alpha = [alpha, best].max
    end
    Recorder.leave(best, "expanded")
  end

  def min_value(last, alpha, beta)
    Recorder.enter(last, "MIN", alpha, beta)
    return Recorder.leave(utility, "terminal") if over?

    best = Float::INFINITY
    free.each_with_index do |move, index|
      best = [best, play(move, :o) { max_value(move, alpha, beta) }].min
      if best <= alpha
        Recorder.prune(free.drop(index + 1))
        break
      end
      beta = [beta, best].min
    end
    Recorder.leave(best, "expanded")
  end

  private

  def play(move, player)
    @board[move] = player
    yield
  ensure
    @board.delete(move)
  end

  def free
    NAMES.reject { |name| @board.key?(name) }
  end

  def line?(player)
    LINES.any? { |line| line.all? { |name| @board[name] == player } }
  end

  def utility
    return 1 if line?(:x)

    line?(:o) ? -1 : 0
  end

  def over?
    line?(:x) || line?(:o) || free.empty?
  end
end

if $PROGRAM_NAME == __FILE__
  Recorder.tell(plyscope: 1, view: "max", game: "tictactoe", search: "alphabeta in Ruby")
  AlphaBeta.new.max_value(nil, -Float::INFINITY, Float::INFINITY)
end
